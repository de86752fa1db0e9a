import { CONNECTION_DEFAULTS } from '../../src/models/openai/connection';
import { OpenAiModel, type OpenAiOptions } from '../../src/models/openai/model';
import {
  startCompletionsServer,
  type CompletionsServer,
  type Script,
  type ServerOptions,
} from '../fakes/chat-completions-server';

export function openAiModelAt(baseURL: string, options: Partial<OpenAiOptions> = {}): OpenAiModel {
  return new OpenAiModel({ ...CONNECTION_DEFAULTS, baseURL, model: 'small', retryDelay: 1, ...options });
}

const servers: CompletionsServer[] = [];

export async function serve(script: Script, options?: ServerOptions): Promise<CompletionsServer> {
  const server = await startCompletionsServer(script, options);
  servers.push(server);
  return server;
}

export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}
