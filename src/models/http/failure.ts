import { messageOf } from '../../base/fault';

/** Why a request failed, in words for people, and whether asking again can help. */
export type Failure = { readonly message: string; readonly retriable: boolean };

/** The message of the last cause: `fetch failed` says nothing, `connect ECONNREFUSED 127.0.0.1:80` does. */
export function innermost(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return innermost(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return messageOf(error) || code || 'unknown cause';
}
