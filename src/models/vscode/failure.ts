import { messageOf } from '../../base/fault';
import type { StopReason } from '../port';

/** Why a model of the editor gave no answer, and what helps. */
export function failureOf(error: unknown, model: string): StopReason {
  const said = causeOf(error);
  switch (codeOf(error)) {
    case 'NoPermissions':
      return failed(`${model} may not be used by this extension: ${said}; allow it under Manage Language Model Access`);
    case 'Blocked':
      // A used-up quota, and answers that a filter holds back.
      return failed(`${model} is blocked: ${said}; wait for the quota of the subscription, or take another model`);
    case 'NotFound':
      return failed(`${model} is not there any more: ${said}; choose another model`);
    default:
      return /token|context|too (?:long|large)/i.test(said) && /limit|exceed|maximum|too/i.test(said)
        ? failed(`context window exceeded: ${said}`)
        : { kind: 'error', message: `${model} failed: ${said}`, retriable: true };
  }
}

function failed(message: string): StopReason {
  return { kind: 'error', message, retriable: false };
}

/** Errors cross from other extensions: their class may be another one, their code stays. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function causeOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined && error.message === '') return causeOf(error.cause);
  return messageOf(error) || 'no reason given';
}
