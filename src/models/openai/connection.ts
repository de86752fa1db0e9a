import OpenAI, { type APIError } from 'openai';
import { checkAddress, checkKey, type Connection } from '../http/connection';
import { withIdleLimit } from '../http/idle-limit';

/** How to reach an OpenAI-compatible API; its address usually ends in `/v1`. Without a key none is sent: local servers want none. */
export type OpenAiConnection = Connection & { readonly apiKey?: string };

/** What a connection is unless the user says otherwise. A local model may think for minutes before its first word. */
export const CONNECTION_DEFAULTS = {
  timeout: 300_000,
  retries: 2,
  retryDelay: 500,
} as const satisfies Partial<OpenAiConnection>;

/** The client for a connection. Throws a `Fault` for a key or an address that cannot be used. */
export function openClient({ apiKey, baseURL, timeout, retries, fetch }: OpenAiConnection): OpenAI {
  if (apiKey !== undefined) checkKey(apiKey);
  checkAddress(baseURL);
  return new CompatibleClient({
    // The client wants a key in any case; `keyHeaders` says what is sent.
    apiKey: apiKey ?? 'none',
    // Said explicitly, like the key: else the environment would fill them in.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL,
    timeout,
    maxRetries: retries,
    fetch: withIdleLimit(fetch ?? globalThis.fetch, timeout),
    // Its lines quote what a model said.
    logLevel: 'off',
  });
}

/** Headers that keep OPENAI_CUSTOM_HEADERS, which the client always reads, from replacing the caller's key. */
export function keyHeaders({ apiKey }: OpenAiConnection): Record<string, string | null> {
  return { authorization: apiKey === undefined ? null : `Bearer ${apiKey}` };
}

/** Many servers tell an error otherwise than as `{"error": {"message": …}}`, where alone the client looks. */
class CompatibleClient extends OpenAI {
  protected override makeStatusError(
    status: number,
    body: object | undefined,
    message: string | undefined,
    headers: Headers,
  ): APIError {
    return super.makeStatusError(status, { error: body && errorIn(body) }, message, headers);
  }
}

function errorIn(body: object): unknown {
  if ('error' in body) return typeof body.error === 'string' ? { message: body.error } : body.error;
  return 'detail' in body ? { message: body.detail } : body;
}
