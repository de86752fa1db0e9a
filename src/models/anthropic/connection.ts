import Anthropic from '@anthropic-ai/sdk';
import { checkAddress, checkKey, type Connection } from '../http/connection';
import { withIdleLimit } from '../http/idle-limit';

/** How to reach a Messages API. */
export type AnthropicConnection = Connection & { readonly apiKey: string };

/** What a connection is unless the user says otherwise. */
export const CONNECTION_DEFAULTS = {
  baseURL: 'https://api.anthropic.com',
  timeout: 180_000,
  retries: 2,
  retryDelay: 500,
} as const satisfies Partial<AnthropicConnection>;

/** The SDK's client for a connection. Throws a `Fault` for a key or an address that cannot be used. */
export function openClient(connection: AnthropicConnection): Anthropic {
  const { apiKey, baseURL, timeout, retries, logger } = connection;
  checkKey(apiKey);
  checkAddress(baseURL);
  return new Anthropic({
    apiKey,
    baseURL,
    timeout,
    maxRetries: retries,
    fetch: withIdleLimit(connection.fetch ?? globalThis.fetch, timeout),
    openTelemetry: false,
    logger,
    // Said explicitly: else ANTHROPIC_LOG could switch on debug lines, which hold whole requests.
    logLevel: logger === undefined ? 'off' : 'warn',
  });
}

/** Headers that keep ANTHROPIC_CUSTOM_HEADERS, which the SDK always reads, from replacing the caller's key. */
export function keyHeaders({ apiKey }: AnthropicConnection): Record<string, string | null> {
  return { authorization: `Bearer ${apiKey}`, 'x-api-key': null };
}
