import { Fault } from '../../base/fault';
import type { OfferedModel } from '../port';
import { keyHeaders, openClient, type AnthropicConnection } from './connection';
import { failureOf } from './failure';

/** The models that the key may use, newest first. Throws a `Fault` when they cannot be listed: a refused key shows here. */
export async function listModels(
  connection: AnthropicConnection,
  signal: AbortSignal,
): Promise<readonly OfferedModel[]> {
  const client = openClient(connection);
  try {
    const models: OfferedModel[] = [];
    for await (const { id, display_name } of client.models.list({}, { signal, headers: keyHeaders(connection) })) {
      models.push({ id, name: display_name });
    }
    return models;
  } catch (error) {
    const { message, retriable } = failureOf(error, 'the list of models', connection);
    throw new Fault(message, retriable ? 'Try again in a while.' : 'Check the API key and the address.', {
      cause: error,
    });
  }
}
