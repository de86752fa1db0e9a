import { expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { teamOfBoard } from '../../src/cli/teams';
import { Terminal } from '../../src/cli/terminal';
import { startCompletionsServer } from '../fakes/chat-completions-server';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { databaseIn, parsed, run, temporaryFolder } from './run';

test('the OpenAI-compatible team asks the given endpoint for the given models, and is told from others on its board', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const server = await startCompletionsServer(() => ({ text: 'There is nothing to propose.' }), { apiKey: 'sk-right' });
  const flags = ['--team', 'openai', '--endpoint', server.baseURL, '--model', 'large', '--model', 'judge=small'];
  try {
    const ended = await run(
      ['investigate', 'data.sqlite', kidneyInvestigation.question, ...flags, '--share', 'schemaOnly', '--json'],
      { cwd: folder, environment: { OPENAI_API_KEY: 'sk-right' } },
    );
    const { investigation } = parsed<Board>(ended);
    expect(investigation.models).toMatchObject({ hypothesizer: 'large', judge: 'small' });
    expect(investigation.team).toBe('openai (schema only)');
    expect(investigation.usage).toMatchObject({ modelCalls: server.accepted.length, usd: null });
    expect(server.accepted[0]).toMatchObject({ model: 'large' });
    expect(ended.stdout + ended.stderr).not.toContain('sk-right');
  } finally {
    await server.close();
  }
});

test.each([
  [['--team', 'openai'], 'no endpoint'],
  [['--team', 'openai', '--endpoint', 'http://127.0.0.1:9/v1'], 'no model for the hypothesizer'],
  [['--team', 'openai', '--endpoint', 'nonsense', '--model', 'm'], 'not an http(s) address: nonsense'],
  [['--endpoint', 'http://127.0.0.1:9/v1'], 'the offline team has no endpoint'],
])('%j is refused before anything runs', async (flags, message) => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const { code, stderr } = await run(['investigate', 'data.sqlite', 'Which is better?', ...flags], { cwd: folder });
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});

test('the team that began a board goes on with it: its provider, its models, and what they may see', () => {
  const terminal = new Terminal(process.stdout, process.stderr, { ANTHROPIC_API_KEY: 'sk-right' });
  const roles = { hypothesizer: 'a', orchestrator: 'b', collector: 'c', judge: 'd', reporter: 'e' };
  const endpoint = 'http://127.0.0.1:9/v1';
  for (const [team, address] of [
    ['openai (schema only)', endpoint],
    ['openai', endpoint],
    ['anthropic', undefined],
  ] as const) {
    expect(teamOfBoard({ team, models: roles }, address, terminal)).toMatchObject({ name: team, models: roles });
  }
  expect(teamOfBoard({ team: 'offline', models: {} }, undefined, terminal).name).toBe('offline');
  expect(() => teamOfBoard({ team: 'vscode', models: roles }, undefined, terminal)).toThrow('plays in the editor only');
});
