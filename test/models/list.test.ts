import { describe, expect, it } from 'vitest';
import { CONNECTION_DEFAULTS } from '../../src/models/anthropic/connection';
import { listModels } from '../../src/models/anthropic/list';
import { startMessagesServer } from '../fakes/messages-server';
import { KEY } from './requests';

describe('the list of models', () => {
  const { signal } = new AbortController();

  it('has what the key may use', async () => {
    const server = await startMessagesServer(() => ({}), { models: ['claude-a', 'claude-b'] });
    try {
      const models = await listModels({ ...CONNECTION_DEFAULTS, apiKey: KEY, baseURL: server.baseURL }, signal);
      expect(models).toEqual([
        { id: 'claude-a', name: 'claude-a' },
        { id: 'claude-b', name: 'claude-b' },
      ]);
    } finally {
      await server.close();
    }
  });

  it('says when the key is refused', async () => {
    const server = await startMessagesServer(() => ({}), { apiKey: 'another' });
    try {
      const listing = listModels({ ...CONNECTION_DEFAULTS, apiKey: KEY, baseURL: server.baseURL }, signal);
      await expect(listing).rejects.toThrow('authentication failed: the API key was refused (401)');
    } finally {
      await server.close();
    }
  });
});
