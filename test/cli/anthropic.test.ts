import { expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { startMessagesServer } from '../fakes/messages-server';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { databaseIn, parsed, run, temporaryFolder } from './run';

test('the Anthropic team asks the given address with the given key for the given models', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const server = await startMessagesServer(() => ({ text: 'There is nothing to propose.' }), { apiKey: 'sk-right' });
  const flags = ['--team', 'anthropic', '--model', 'claude-opus-5-5', '--model', 'judge=claude-sonnet-5-5', '--json'];
  try {
    const ended = await run(['investigate', 'data.sqlite', kidneyInvestigation.question, ...flags], {
      cwd: folder,
      environment: { ANTHROPIC_API_KEY: 'sk-right', ANTHROPIC_BASE_URL: server.baseURL },
    });
    const { investigation } = parsed<Board>(ended);
    expect(investigation.models).toMatchObject({ hypothesizer: 'claude-opus-5-5', judge: 'claude-sonnet-5-5' });
    expect(investigation.usage.modelCalls).toBe(server.accepted.length);
    expect(server.accepted[0]).toMatchObject({ model: 'claude-opus-5-5' });
    expect(ended.stdout + ended.stderr).not.toContain('sk-right');
  } finally {
    await server.close();
  }
});

test('a key that is refused fails the run, and the reason is said', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const server = await startMessagesServer(() => ({ text: '' }), { apiKey: 'sk-right' });
  try {
    const { code, stdout, stderr } = await run(
      ['investigate', 'data.sqlite', 'Which is better?', '--team', 'anthropic'],
      {
        cwd: folder,
        environment: { ANTHROPIC_API_KEY: 'sk-wrong', ANTHROPIC_BASE_URL: server.baseURL },
      },
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed: .*key/m);
    expect(stdout + stderr).not.toContain('sk-wrong');
  } finally {
    await server.close();
  }
});
