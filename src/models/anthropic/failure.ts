import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import { innermost, type Failure } from '../http/failure';
import { StalledError } from '../http/idle-limit';
import type { AnthropicConnection } from './connection';

/** Says what an error of the SDK or of the line means. The message never holds the API key. */
export function failureOf(error: unknown, model: string, connection: AnthropicConnection): Failure {
  const { message, retriable } = describe(error, model, connection);
  return { message: message.replaceAll(connection.apiKey, '***'), retriable };
}

/** The stream ended without the message's end, and without an error either. */
export function brokeOff({ baseURL }: AnthropicConnection): Failure {
  return { message: `the answer of ${new URL(baseURL).host} broke off`, retriable: true };
}

function describe(error: unknown, model: string, { baseURL, timeout }: AnthropicConnection): Failure {
  const { host } = new URL(baseURL);
  if (error instanceof APIConnectionTimeoutError) {
    return { message: `no answer from ${host} within ${timeout / 1000} s`, retriable: true };
  }
  if (error instanceof APIConnectionError) {
    return { message: `cannot reach ${host}: ${innermost(error)}`, retriable: true };
  }
  if (isApiError(error)) return refused(error, model, host);
  if (error instanceof StalledError)
    return { message: `the answer of ${host} stalled: ${error.message}`, retriable: true };
  return { message: `the answer of ${host} broke off: ${innermost(error)}`, retriable: true };
}

/** `instanceof` alone leaves the class's type parameters open. */
function isApiError(error: unknown): error is APIError {
  return error instanceof APIError;
}

function refused(error: APIError, model: string, host: string): Failure {
  const said = error.apiMessage ?? error.message;
  const [message, retriable] = inWords(error, model, said, host);
  return { message: error.status === undefined ? message : `${message} (${error.status})`, retriable };
}

function inWords(error: APIError, model: string, said: string, host: string): readonly [string, boolean] {
  if (/prompt is too long|context window|context limit/i.test(said)) return [`context window exceeded: ${said}`, false];
  // Inside a stream an error has a type and no status.
  switch (error.status ?? error.type) {
    case 401:
    case 'authentication_error':
      return ['authentication failed: the API key was refused', false];
    case 402:
    case 'billing_error':
      return [`payment required: ${said}`, false];
    case 403:
    case 'permission_error':
      return [`permission denied for ${model}: ${said}`, false];
    case 404:
    case 'not_found_error':
      return [`unknown model or address: ${model} at ${host}: ${said}`, false];
    case 413:
      return [`request too large: ${said}`, false];
    case 429:
    case 'rate_limit_error':
      // A limit on spending has a code; it does not pass by waiting.
      return error.errorCode === null ? [`rate limit reached: ${said}`, true] : [`limit reached: ${said}`, false];
    case 529:
    case 'overloaded_error':
      return [`${host} is overloaded: ${said}`, true];
    case 408:
    case 409:
    case 'timeout_error':
    case 'api_error':
      return [`${host} failed: ${said}`, true];
    default:
      return (error.status ?? 0) >= 500 ? [`${host} failed: ${said}`, true] : [`request refused: ${said}`, false];
  }
}
