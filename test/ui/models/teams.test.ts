import type { ExtensionContext } from 'vscode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { investigate } from '../../../src/agents/detective';
import type { Sharing } from '../../../src/agents/llm/sharing';
import type { Team } from '../../../src/agents/roles';
import type { Board } from '../../../src/board/board';
import { Fault } from '../../../src/base/fault';
import type { ModelAccess, ModelProvider, StopReason } from '../../../src/models/port';
import type { Log } from '../../../src/ui/log';
import type { ProviderId, Providers } from '../../../src/ui/models/providers';
import { registerModels } from '../../../src/ui/models/register';
import type { Teams } from '../../../src/ui/surroundings';
import { sampleBoard } from '../../board/sample';
import { MemoryBoardStore } from '../../fakes/board-store';
import { fakeDatabase } from '../../fakes/database';
import { ScriptedLanguageModel } from '../../fakes/language-model';
import { editor, person } from '../../fakes/vscode';

vi.mock('vscode', async () => import('../../fakes/vscode'));

const ALL = 'Share Schema and Results';
const SCHEMA = 'Share Schema Only';
const PLACE = 'https://api.anthropic.com';

const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  show: () => undefined,
  dispose: () => undefined,
};

/** What reached a provider, in the order in which it did. */
type Contact = { readonly provider: ProviderId; readonly kind: 'list' | 'open' | 'ask'; readonly access: ModelAccess };

let contacts: Contact[];
let secrets: Map<string, string>;
let memory: Map<string, unknown>;
/** How models end what they are asked. */
let reason: StopReason;
let teams: Teams;

function provider(id: ProviderId): ModelProvider {
  const contact = (kind: Contact['kind'], access: ModelAccess): void =>
    void contacts.push({ provider: id, kind, access });
  return {
    async listModels(access) {
      contact('list', access);
      if (access.apiKey === 'sk-wrong') throw new Fault('authentication failed: the API key was refused (401)');
      return id === 'vscode'
        ? [{ id: 'gpt-x', name: 'GPT X' }]
        : [
            { id: 'model-a', name: 'model-a' },
            { id: 'model-b', name: 'model-b' },
          ];
    },
    async openModel(model, access) {
      return new ScriptedLanguageModel(() => {
        contact('ask', access);
        return { reason };
      }, model);
    },
  };
}

/** What the entry makes at the start of a window: settings, secrets and memory are those of before. */
function openWindow(): void {
  const providers: Providers = {
    anthropic: async () => provider('anthropic'),
    vscode: async () => provider('vscode'),
    openai: async () => provider('openai'),
  };
  const context = {
    subscriptions: [],
    secrets: {
      get: async (name: string) => secrets.get(name),
      store: async (name: string, value: string) => void secrets.set(name, value),
      delete: async (name: string) => void secrets.delete(name),
    },
    globalState: {
      get: (name: string, otherwise: unknown) => memory.get(name) ?? otherwise,
      update: async (name: string, value: unknown) => void memory.set(name, value),
    },
  };
  teams = registerModels(context as unknown as ExtensionContext, { providers, log });
}

beforeEach(() => {
  editor.reset();
  contacts = [];
  secrets = new Map();
  memory = new Map();
  reason = { kind: 'done' };
  editor.set('dataDetective.anthropic.baseUrl', PLACE);
  editor.set('dataDetective.endpoint', 'http://localhost:11434/v1');
  openWindow();
});

/** Plays an investigation, as far as it comes with models that say nothing. */
async function play(team: Team): Promise<Board> {
  return investigate('Which is better?', {
    database: await fakeDatabase('CREATE TABLE t (a); INSERT INTO t VALUES (1)'),
    databasePath: 't.sqlite',
    store: new MemoryBoardStore(),
    team,
    clock: { now: () => 0 },
    stop: new AbortController().signal,
    signal: new AbortController().signal,
  });
}

function asked(): readonly string[] {
  return person.asked.map(({ text }) => text);
}

describe('the first investigation', () => {
  it('asks who investigates; offline nothing is asked again, and nobody is contacted', async () => {
    expect(teams.chosen).toBeUndefined();
    person.will('Offline');
    expect((await teams.choose())?.name).toBe('offline');
    expect(person.asked[0]?.choices).toEqual([
      'Offline',
      'Anthropic',
      'VS Code Language Model',
      'Local or Other Endpoint',
    ]);
    expect(teams.chosen).toBe('Offline');
    expect((await teams.choose())?.name).toBe('offline');
    expect(person.asked).toHaveLength(1);
    expect(contacts).toEqual([]);
  });

  it('with Anthropic asks for the key and says what leaves the computer, once, before anything goes there', async () => {
    person.will('Anthropic', 'sk-right', (question) => {
      expect(contacts).toEqual([]);
      expect(question.modal).toBe(true);
      expect(question.text).toContain('Anthropic');
      expect(question.detail).toContain(PLACE);
      expect(question.detail).toMatch(/your question/);
      expect(question.detail).toMatch(/rows of query results/);
      expect(question.choices).toEqual([ALL, SCHEMA]);
      return ALL;
    });
    const team = await teams.choose();
    expect(team).toMatchObject({
      name: 'anthropic',
      models: { hypothesizer: 'claude-sonnet-5-5', collector: 'claude-haiku-5-5' },
    });
    if (team) await play(team);
    expect(contacts[0]).toMatchObject({ kind: 'ask', access: { apiKey: 'sk-right', baseURL: PLACE } });
    expect(await teams.choose()).toMatchObject({ name: 'anthropic' });
    expect(person.asked).toHaveLength(3);

    openWindow();
    expect(await teams.choose()).toMatchObject({ name: 'anthropic' });
    expect(teams.chosen).toBe('Anthropic');
    expect(person.asked).toHaveLength(3);
  });

  it.each<[string, readonly (string | undefined)[]]>([
    ['picks no team', [undefined]],
    ['gives no key', ['Anthropic', undefined]],
    ['does not agree', ['Anthropic', 'sk-right', undefined]],
    ['gives no address', ['Local or Other Endpoint', undefined]],
    ['gives no key or none for an endpoint', ['Local or Other Endpoint', 'http://localhost:1234/v1', undefined]],
    ['does not agree for this computer either', ['Local or Other Endpoint', 'http://localhost:1234/v1', '', undefined]],
    ['does not agree to what VS Code offers', ['VS Code Language Model', undefined]],
  ])('does not begin when the person %s, and nothing was sent', async (_, answers) => {
    person.will(...answers);
    if (answers[0] === 'Local or Other Endpoint') person.asked.length = 0;
    expect(await teams.choose({ change: answers[0] === 'Local or Other Endpoint' })).toBeUndefined();
    expect(contacts).toEqual([]);
    expect(editor.setting('dataDetective.team')).toBeUndefined();
  });

  it('with an endpoint asks for a model after the person agreed, and for all roles', async () => {
    person.will('Local or Other Endpoint', 'http://localhost:1234/v1', '', SCHEMA, 'model-b');
    const team = await teams.choose({ change: true });
    expect(team).toMatchObject({ name: 'openai (schema only)', models: { judge: 'model-b', collector: 'model-b' } });
    expect(contacts.map(({ kind }) => kind)).toEqual(['list']);
    expect(contacts[0]?.access.apiKey).toBeUndefined();
    expect(contacts[0]?.access.baseURL).toBe('http://localhost:1234/v1');
    expect(person.asked[3]?.detail).toContain('http://localhost:1234/v1, on this computer');
    expect(editor.setting('dataDetective.models')).toMatchObject({ openai: { judge: 'model-b' } });
    expect(teams.chosen).toBe('OpenAI-compatible endpoint (schema only)');
  });

  it('with a model of VS Code needs no key', async () => {
    person.will('VS Code Language Model', ALL, 'GPT X');
    expect(await teams.choose()).toMatchObject({ name: 'vscode', models: { reporter: 'gpt-x' } });
    expect(secrets.size).toBe(0);
  });
});

describe('what a provider may see', () => {
  it.each<[Sharing, string]>([
    ['sample', ALL],
    ['schemaOnly', SCHEMA],
  ])('is remembered (%s) for its address, and asked again for another', async (sharing, choice) => {
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right');
    editor.set('dataDetective.team', 'anthropic');
    person.will(choice);
    const name = sharing === 'sample' ? 'anthropic' : 'anthropic (schema only)';
    expect((await teams.choose())?.name).toBe(name);
    expect((await teams.choose())?.name).toBe(name);
    expect(person.asked).toHaveLength(1);

    editor.set('dataDetective.anthropic.baseUrl', 'https://elsewhere.test/v1');
    person.will('sk-other', undefined);
    expect(await teams.choose()).toBeUndefined();
    expect(person.asked.at(-1)?.detail).toContain('https://elsewhere.test/v1');
    expect(contacts).toEqual([]);
  });

  it('is never more than the setting allows, and a workspace cannot widen it', async () => {
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right');
    editor.set('dataDetective.team', 'anthropic');
    person.will(ALL);
    expect((await teams.choose())?.name).toBe('anthropic');
    editor.set('dataDetective.sharing', 'schemaOnly');
    editor.setInWorkspace('dataDetective.sharing', 'sample');
    expect((await teams.choose())?.name).toBe('anthropic (schema only)');

    memory.clear();
    person.will((question) => {
      expect(question.choices).toEqual([SCHEMA]);
      expect(question.detail).not.toMatch(/rows of query results/);
      return SCHEMA;
    });
    expect((await teams.choose())?.name).toBe('anthropic (schema only)');
  });

  it('is asked anew when the person changes the team', async () => {
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right');
    person.will('Anthropic', ALL);
    await editor.run('dataDetective.chooseTeam');
    person.will('Anthropic', SCHEMA);
    await editor.run('dataDetective.chooseTeam');
    expect(teams.chosen).toBe('Anthropic (schema only)');
    expect(asked().at(-1)).toBe('Investigations are played by: Anthropic (schema only)');
  });
});

describe('models turned off', () => {
  it.each(['by the user', 'by the workspace'])('%s leave the offline team alone, without a question', async (who) => {
    editor.set('dataDetective.team', 'anthropic');
    if (who === 'by the user') {
      editor.set('dataDetective.languageModels.enabled', false);
      editor.setInWorkspace('dataDetective.languageModels.enabled', true);
    } else editor.setInWorkspace('dataDetective.languageModels.enabled', false);
    expect((await teams.choose({ change: true }))?.name).toBe('offline');
    expect(teams.chosen).toBe('Offline');
    await expect(teams.ofBoard(boardOf('anthropic'))).rejects.toThrow('language models are turned off');
    expect([person.asked, contacts]).toEqual([[], []]);
  });
});

function boardOf(team: string, models: Readonly<Record<string, string>> = {}): Board {
  const board = sampleBoard();
  const all = { hypothesizer: 'm', orchestrator: 'm', collector: 'm', judge: 'm', reporter: 'm', ...models };
  return { ...board, investigation: { ...board.investigation, team, models: all } };
}

describe('going on with a board', () => {
  beforeEach(() => secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right'));

  it('is for the team that began it, with its models and what they saw', async () => {
    expect((await teams.ofBoard(boardOf('offline')))?.name).toBe('offline');
    person.will(ALL);
    expect(await teams.ofBoard(boardOf('anthropic', { judge: 'j' }))).toMatchObject({
      name: 'anthropic',
      models: { judge: 'j', reporter: 'm' },
    });
    expect((await teams.ofBoard(boardOf('anthropic (schema only)')))?.name).toBe('anthropic (schema only)');
    person.will(ALL);
    expect((await teams.ofBoard(boardOf('vscode')))?.name).toBe('vscode');
  });

  it('needs consent too, and sends no results where only the schema may be seen', async () => {
    person.will(undefined);
    expect(await teams.ofBoard(boardOf('anthropic'))).toBeUndefined();
    person.will(SCHEMA);
    await expect(teams.ofBoard(boardOf('anthropic'))).rejects.toThrow(
      'the board quotes results, and you share the schema only',
    );
    expect(contacts).toEqual([]);
  });

  it.each(['somebody', 'anthropic of tomorrow'])('of a team that nobody knows (%s) is refused', async (team) => {
    await expect(teams.ofBoard(boardOf(team))).rejects.toThrow('does not know the board’s team');
  });
});

describe('Restricted Mode', () => {
  it('connects to nobody, whatever is set', async () => {
    editor.isTrusted = false;
    editor.set('dataDetective.team', 'anthropic');
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right');
    await expect(teams.choose()).rejects.toThrow('nothing connects in Restricted Mode');
    await expect(teams.ofBoard(boardOf('anthropic'))).rejects.toThrow('nothing connects in Restricted Mode');
    for (const command of ['chooseTeam', 'chooseModels', 'testApiKey'])
      await editor.run(`dataDetective.${command}`, 'anthropic');
    expect(asked().every((text) => text.startsWith('nothing connects in Restricted Mode'))).toBe(true);
    expect(contacts).toEqual([]);
  });
});

describe('keys', () => {
  it('are set, tested and forgotten, each for its own address', async () => {
    person.will(' sk-right ', 'Test Key');
    await editor.run('dataDetective.setApiKey', 'anthropic');
    expect(asked().at(-1)).toBe('Anthropic answers, and offers 2 models.');
    expect(contacts).toMatchObject([{ kind: 'list', access: { apiKey: 'sk-right' } }]);
    expect([...secrets.entries()]).toEqual([[`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right']]);

    editor.set('dataDetective.anthropic.baseUrl', 'https://elsewhere.test');
    await editor.run('dataDetective.testApiKey', 'anthropic');
    expect(contacts.at(-1)?.access).toMatchObject({ baseURL: 'https://elsewhere.test' });
    expect(contacts.at(-1)?.access.apiKey).toBeUndefined();

    editor.set('dataDetective.anthropic.baseUrl', PLACE);
    await editor.run('dataDetective.forgetApiKey', 'anthropic');
    expect(secrets.size).toBe(0);
  });

  it('that are refused say so', async () => {
    person.will('Anthropic', 'sk-wrong', undefined);
    await editor.run('dataDetective.setApiKey');
    await editor.run('dataDetective.testApiKey', 'anthropic');
    expect(asked().at(-1)).toMatch(/^authentication failed: the API key was refused/);
  });

  it('that are refused in a run are told once, with a button to set another', async () => {
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-old');
    editor.set('dataDetective.team', 'anthropic');
    reason = { kind: 'error', message: 'authentication failed: the API key was refused (401)', retriable: false };
    person.will(ALL, 'Set Key…', 'sk-new', undefined);
    const team = await teams.choose();
    if (team) expect((await play(team)).investigation.status).toBe('failed');
    expect(contacts.length).toBeGreaterThan(1);
    await vi.waitFor(() => expect(secrets.get(`dataDetective.apiKey anthropic ${PLACE}`)).toBe('sk-new'));
    expect(asked().filter((text) => text === 'The API key was refused: Anthropic.')).toHaveLength(1);
  });
});

describe('models of roles', () => {
  it('are picked from what the provider offers, and kept by provider', async () => {
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right');
    editor.set('dataDetective.team', 'anthropic');
    person.will('Judge', ALL, 'model-a');
    await editor.run('dataDetective.chooseModels');
    expect(await teams.choose()).toMatchObject({ models: { judge: 'model-a', reporter: 'claude-sonnet-5-5' } });
    person.will('All Roles', 'model-b');
    await editor.run('dataDetective.chooseModels');
    expect(await teams.choose()).toMatchObject({ models: { judge: 'model-b', collector: 'model-b' } });
  });

  it('are none for the offline team', async () => {
    editor.set('dataDetective.team', 'offline');
    await editor.run('dataDetective.chooseModels');
    expect(asked()).toEqual(['the team has no models. Choose a team that has some with "Choose Team".']);
  });

  it('are not those that a broken settings file names', async () => {
    secrets.set(`dataDetective.apiKey anthropic ${PLACE}`, 'sk-right');
    editor.set('dataDetective.team', 'anthropic');
    editor.set('dataDetective.models', { anthropic: { judge: 7, reporter: 'mine', nobody: 'x' }, other: 1 });
    editor.set('dataDetective.prices', { mine: { input: 2, output: 8 }, broken: { input: 'much' }, worse: null });
    person.will(ALL);
    const team = await teams.choose();
    expect(team).toMatchObject({ models: { judge: 'claude-sonnet-5-5', reporter: 'mine' } });
    if (team) await play(team);
    expect(contacts[0]?.access.prices).toEqual({
      mine: { input: 2, output: 8, cacheRead: 2, cacheWrite5m: 2.5, cacheWrite1h: 4 },
    });
  });
});
