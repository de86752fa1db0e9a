import { Fault } from '../../base/fault';
import type { Logger } from '../port';
import type { Fetch } from './idle-limit';

/** How to reach a provider over HTTP. Nothing of it is read from the environment or from files. */
export type Connection = {
  readonly baseURL: string;
  /** Milliseconds to wait for the first byte of an answer, and between two of its bytes. */
  readonly timeout: number;
  /** How often a request is asked again that got no answer, and how often an answer that broke off before its first text. */
  readonly retries: number;
  /** Milliseconds before an answer that broke off is asked for again; doubled each time, up to 8 s. */
  readonly retryDelay: number;
  /** Receives warnings and errors; they hold no request. */
  readonly logger?: Logger;
  readonly fetch?: Fetch;
};

/** Anything else in a header makes `fetch` throw an error that quotes the key. */
export function checkKey(apiKey: string): void {
  if (apiKey === '') throw new Fault('no API key', 'Set the API key.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new Fault('malformed API key: it holds a blank or a character that no key has', 'Set the API key again.');
  }
}

export function checkAddress(baseURL: string): void {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Fault(`not an http(s) address: ${baseURL}`, 'Set the address of the provider.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Fault(`credentials in the address of ${url.host}`, 'Remove them; the API key is sent on its own.');
  }
}
