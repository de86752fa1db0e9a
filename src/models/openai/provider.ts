import { Fault } from '../../base/fault';
import type { ModelAccess, ModelProvider } from '../port';
import { CONNECTION_DEFAULTS, type OpenAiConnection } from './connection';
import { listModels } from './list';
import { OpenAiModel } from './model';

/** An OpenAI-compatible endpoint. */
export const openAiProvider: ModelProvider = {
  listModels: async (access, signal) => listModels(connectionOf(access), signal),
  openModel: async (model, access) =>
    new OpenAiModel({ ...connectionOf(access), model, ...(access.prices && { prices: access.prices }) }),
};

function connectionOf({ apiKey, baseURL, logger }: ModelAccess): OpenAiConnection {
  if (baseURL === undefined) throw new Fault('no endpoint', 'Set the address of an OpenAI-compatible API.');
  return { ...CONNECTION_DEFAULTS, baseURL, ...(apiKey !== undefined && { apiKey }), ...(logger && { logger }) };
}
