import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { innermost, type Failure } from '../http/failure';
import { StalledError } from '../http/idle-limit';
import type { OpenAiConnection } from './connection';

/** Says what an error of the client or of the line means, and what helps. The message never holds the API key. */
export function failureOf(error: unknown, model: string, connection: OpenAiConnection): Failure {
  const { message, retriable } = describe(error, model, connection);
  const { apiKey } = connection;
  return { message: apiKey === undefined ? message : message.replaceAll(apiKey, '***'), retriable };
}

/** The stream ended without the answer's end, and without an error either. */
export function brokeOff({ baseURL }: OpenAiConnection, began: boolean): Failure {
  const { host } = new URL(baseURL);
  return began
    ? { message: `the answer of ${host} broke off`, retriable: true }
    : {
        message: `no chat completion came from ${baseURL}: is this the address of an OpenAI-compatible API?`,
        retriable: true,
      };
}

/** What a server says that refused a request, without its status; undefined for failures of other kinds. */
export function refusalIn(error: unknown): string | undefined {
  return isApiError(error) && (error.status === 400 || error.status === 422) ? saidIn(error) : undefined;
}

function describe(error: unknown, model: string, { baseURL, timeout, apiKey }: OpenAiConnection): Failure {
  const { host } = new URL(baseURL);
  if (error instanceof APIConnectionTimeoutError) {
    return { message: `no answer from ${host} within ${timeout / 1000} s`, retriable: true };
  }
  if (error instanceof APIConnectionError) {
    return { message: `cannot reach ${host}: ${innermost(error)}${startHint(baseURL)}`, retriable: true };
  }
  if (isApiError(error)) {
    const [message, retriable] = inWords(error, model, baseURL, apiKey !== undefined);
    return { message: error.status === undefined ? message : `${message} (${error.status})`, retriable };
  }
  if (error instanceof StalledError) {
    return { message: `the answer of ${host} stalled: ${error.message}`, retriable: true };
  }
  return { message: `the answer of ${host} broke off: ${innermost(error)}`, retriable: true };
}

/** `instanceof` alone leaves the class's type parameters open. */
function isApiError(error: unknown): error is APIError {
  return error instanceof APIError;
}

const CONTEXT = /context[ _](length|size|window|limit)|maximum context|context the overflows|prompt is too long/i;
const NO_TOOLS = /not support tool|tool choice requires|--jinja|tool-call-parser/i;

function inWords(error: APIError, model: string, baseURL: string, hasKey: boolean): readonly [string, boolean] {
  const said = saidIn(error);
  const { host } = new URL(baseURL);
  if (CONTEXT.test(said)) {
    return [`context window exceeded: ${said}; give the server a larger one, or take another model`, false];
  }
  if (NO_TOOLS.test(said)) return [`${model} cannot call tools at ${host}: ${said}; take a model that can`, false];
  // Inside a stream an error has no status.
  switch (error.status) {
    case 401:
      return [
        hasKey ? 'authentication failed: the API key was refused' : `authentication failed: ${host} wants an API key`,
        false,
      ];
    case 402:
      return [`payment required: ${said}`, false];
    case 403:
      return [`permission denied for ${model}: ${said}`, false];
    case 404:
      return /model/i.test(said)
        ? [
            `unknown model: ${model} at ${host}: ${said}${isOllama(baseURL) ? `; get it with: ollama pull ${model}` : ''}`,
            false,
          ]
        : [`no chat completions at ${baseURL}: ${said}; the address usually ends in /v1`, false];
    case 413:
      return [`request too large: ${said}`, false];
    case 429:
      // A quota that is used up does not pass by waiting.
      return error.code === 'insufficient_quota'
        ? [`limit reached: ${said}`, false]
        : [`rate limit reached: ${said}`, true];
    case undefined:
    case 408:
    case 409:
      return [`${host} failed: ${said}`, true];
    default:
      return error.status >= 500 ? [`${host} failed: ${said}`, true] : [`request refused: ${said}`, false];
  }
}

/** The server's own words on one line, a page of a proxy cut. */
function saidIn({ message }: APIError): string {
  const words = message
    .replace(/^\d{3} /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.length > MOST_SAID ? `${words.slice(0, MOST_SAID)}…` : words;
}

const MOST_SAID = 400;

/** What helps when nothing listens, by the ports that are known. */
function startHint(baseURL: string): string {
  if (isOllama(baseURL)) return '; start Ollama (ollama serve)';
  if (portOf(baseURL) === '1234') return '; start the server of LM Studio (lms server start)';
  return '; is the server running?';
}

function isOllama(baseURL: string): boolean {
  return portOf(baseURL) === '11434';
}

function portOf(baseURL: string): string {
  return new URL(baseURL).port;
}
