import { Fault } from '../../base/fault';
import type { ModelAccess, ModelProvider } from '../port';
import { CONNECTION_DEFAULTS, type AnthropicConnection } from './connection';
import { listModels } from './list';
import { AnthropicModel } from './model';

/** The Anthropic API. */
export const anthropicProvider: ModelProvider = {
  listModels: async (access, signal) => listModels(connectionOf(access), signal),
  openModel: async (model, access) =>
    new AnthropicModel({ ...connectionOf(access), model, ...(access.prices && { prices: access.prices }) }),
};

function connectionOf({ apiKey, baseURL, logger }: ModelAccess): AnthropicConnection {
  if (apiKey === undefined) throw new Fault('no API key', 'Set the Anthropic API key.');
  return { ...CONNECTION_DEFAULTS, apiKey, ...(baseURL !== undefined && { baseURL }), ...(logger && { logger }) };
}
