import { Fault } from '../../base/fault';
import type { OfferedModel } from '../port';
import { keyHeaders, openClient, type OpenAiConnection } from './connection';
import { failureOf } from './failure';

/** The models that the server offers, by name. Throws a `Fault` when they cannot be listed: a server that is down shows here. */
export async function listModels(connection: OpenAiConnection, signal: AbortSignal): Promise<readonly OfferedModel[]> {
  const client = openClient(connection);
  try {
    const { data } = await client.models.list({ signal, headers: keyHeaders(connection) });
    return data.map(({ id }) => ({ id, name: id })).sort((left, right) => left.id.localeCompare(right.id));
  } catch (error) {
    const { message, retriable } = failureOf(error, 'the list of models', connection);
    throw new Fault(message, retriable ? 'Try again in a while.' : 'Check the address and the API key.', {
      cause: error,
    });
  }
}
