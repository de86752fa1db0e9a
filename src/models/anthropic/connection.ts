import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import { Fault } from '../../base/fault';
import { withIdleLimit, type Fetch } from './idle';

/** How to reach a Messages API. Nothing of it is read from the environment or from files. */
export type AnthropicConnection = {
  readonly apiKey: string;
  readonly baseURL: string;
  /** Milliseconds to wait for the first byte of an answer, and between two of its bytes. */
  readonly timeout: number;
  /** How often a request is asked again that got no answer, and how often an answer that broke off before its first text. */
  readonly retries: number;
  /** Milliseconds before an answer that broke off is asked for again; doubled each time, up to 8 s. */
  readonly retryDelay: number;
  /** Receives the SDK's warnings and errors; they hold no request. */
  readonly logger?: NonNullable<ClientOptions['logger']>;
  readonly fetch?: Fetch;
};

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

/** Anything else in a header makes `fetch` throw an error that quotes the key. */
function checkKey(apiKey: string): void {
  if (apiKey === '') throw new Fault('no API key', 'Set the Anthropic API key.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new Fault('malformed API key: it holds a blank or a character that no key has', 'Set the API key again.');
  }
}

function checkAddress(baseURL: string): void {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Fault(`not an http(s) address: ${baseURL}`, 'Set the address of the Messages API.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Fault(`credentials in the address of ${url.host}`, 'Remove them; the API key is sent on its own.');
  }
}
