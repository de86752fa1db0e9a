import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '../../src/base/fault';
import type { Board } from '../../src/board/board';
import type { Parts } from '../../src/ui/parts';
import { registerTools } from '../../src/ui/tools/register';
import { contributes } from '../../package.json';
import { sampleBoard } from '../board/sample';
import { CancellationTokenSource, editor, registeredTools, Uri, type MarkdownString } from '../fakes/vscode';

vi.mock('vscode', async () => import('../fakes/vscode'));

type Result = { readonly content: readonly { readonly value: string }[] };
type Tool = {
  prepareInvocation(options: { readonly input: unknown }): Promise<{
    readonly confirmationMessages: { readonly title: string; readonly message: MarkdownString };
  }>;
  invoke(options: { readonly input: unknown; readonly tokenizationOptions?: unknown }, token: unknown): Promise<Result>;
};

const board = sampleBoard();
const QUESTION = 'Which is better?';

/** The workspace, and the folder that it lies in. */
let folder: string;
let outside: string;
let started: { readonly database: string; readonly question: string }[];
let stops: number;
/** The end of the run that is started; undefined: the person chose not to begin. */
let ended: Promise<Board> | undefined;
let loaded: string[];

beforeEach(() => {
  editor.reset();
  outside = mkdtempSync(path.join(tmpdir(), 'd2-tools-'));
  folder = path.join(outside, 'folder');
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  const files = ['folder/data/shop.sqlite', 'folder/shop.d2board', 'secret.sqlite'];
  for (const file of files) writeFileSync(path.join(outside, file), '');
  editor.folder = Uri.file(folder);
  started = [];
  loaded = [];
  stops = 0;
  ended = Promise.resolve(board);
  const parts = {
    log: { error: () => undefined },
    teams: { chosen: 'Offline' },
    runs: {
      start: async (database: Uri, question: string) => {
        started.push({ database: database.path, question });
        return ended && { board: Uri.file(`${folder}/data/shop.d2board`), ended, stop: () => stops++ };
      },
    },
    boards: {
      at: (uri: Uri) => ({
        load: async () => {
          loaded.push(uri.path);
          return { kind: 'board', board, live: false, unsaved: false };
        },
      }),
    },
  };
  registerTools({ subscriptions: [] } as unknown as ExtensionContext, parts as unknown as Parts);
});

afterEach(() => rmSync(outside, { recursive: true }));

function tool(name: string): Tool {
  return registeredTools.get(name) as Tool;
}

async function said(name: string, input: unknown, options: object = {}): Promise<string> {
  const result = await tool(name).invoke({ input, ...options }, new CancellationTokenSource().token);
  return result.content.map(({ value }) => value).join('');
}

it('the tools are those that the manifest promises', () => {
  expect([...registeredTools.keys()]).toEqual(contributes.languageModelTools.map(({ name }) => name));
});

describe('investigate_database', () => {
  const input = { database: 'data/shop.sqlite', question: QUESTION };

  it('asks first: which database, which question, which team, and what the chat gets', async () => {
    const { confirmationMessages } = await tool('investigate_database').prepareInvocation({
      input: { ...input, question: 'Is *this* [a link](command:x)?' },
    });
    const { value } = confirmationMessages.message;
    expect(value).toContain('data/shop\\.sqlite');
    expect(value).toContain('Team: Offline');
    expect(value).toContain('goes to the model of this chat');
    // What a model wrote is text, whatever it looks like.
    expect(value).not.toContain('](command:');
    expect(started).toEqual([]);
  });

  it('plays an investigation, and answers with the first paragraph, the verdicts and the board', async () => {
    const text = await said('investigate_database', input);
    expect(started).toEqual([{ database: `${folder}/data/shop.sqlite`, question: QUESTION }]);
    expect(text).toMatch(/^<data source="board">\nquestion: /);
    expect(text).toContain('answer: ');
    for (const { id } of board.hypotheses) expect(text).toMatch(new RegExp(`^${id} \\[`, 'm'));
    expect(text).toContain('The board with all evidence is data/shop.d2board; read_board reads it.');
  });

  it('says when the person chose not to begin', async () => {
    ended = undefined;
    expect(await said('investigate_database', input)).toBe('The user chose not to begin the investigation.');
  });

  it('ends the run in good order when the chat is cancelled', async () => {
    let end: (board: Board) => void = () => undefined;
    ended = new Promise((resolve) => (end = resolve));
    const source = new CancellationTokenSource();
    const running = tool('investigate_database').invoke({ input }, source.token);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    source.cancel();
    expect(stops).toBe(1);
    end(board);
    expect((await running).content).toHaveLength(1);
  });

  it('tells why a run broke off, and what helps', async () => {
    ended = Promise.reject(new Fault('the file is no database', 'Choose another.'));
    ended.catch(() => undefined);
    await expect(said('investigate_database', input)).rejects.toThrow('the file is no database. Choose another.');
  });

  it.each(['../secret.sqlite', 'OUTSIDE/secret.sqlite', 'OUTSIDE/folder/../secret.sqlite', 'nothing.sqlite'])(
    'reads no file but those of the workspace: %s',
    async (named) => {
      const database = named.replace('OUTSIDE', outside);
      await expect(said('investigate_database', { ...input, database })).rejects.toThrow(
        'no such file in the workspace',
      );
      expect(started).toEqual([]);
    },
  );

  it('takes a whole path of a file of the workspace', async () => {
    await said('investigate_database', { ...input, database: `${folder}/data/shop.sqlite` });
    expect(started).toHaveLength(1);
  });

  it.each([{ database: 'data/shop.sqlite' }, { ...input, question: ' ' }, { ...input, sql: 'DROP' }, null])(
    'refuses the input %j',
    async (wrong) => {
      await expect(said('investigate_database', wrong)).rejects.toThrow('invalid input');
      expect(started).toEqual([]);
    },
  );
});

describe('read_board', () => {
  const input = { board: 'shop.d2board' };

  it('gives hypotheses, verdicts, evidence with facts, and the SQL', async () => {
    const text = await said('read_board', input, { tokenizationOptions: budget(100_000) });
    expect(loaded).toEqual([`${folder}/shop.d2board`]);
    for (const { id, fact } of board.evidence.filter((each) =>
      board.links.some((link) => link.from === each.id && link.relation !== 'leads-to'),
    )) {
      expect(text).toContain(`${id} `);
      expect(text).toContain(fact);
    }
    expect(text).toContain('SELECT');
    expect(text).toMatch(/^verdict on H\d+ \(/m);
    expect(text).not.toContain('[cut');
    expect(text.match(/<\/data>/g)).toHaveLength(1);
  });

  it.each([150, 300, 450])(
    'keeps within %i tokens, verdicts before evidence, and says what was cut',
    async (tokens) => {
      const text = await said('read_board', input, { tokenizationOptions: budget(tokens) });
      expect(text.length / 4).toBeLessThanOrEqual(tokens);
      expect(text).toMatch(/question: /);
      expect(text).toMatch(/\[cut: \d+ more parts/);
    },
  );

  it('gives one hypothesis in full', async () => {
    const text = await said('read_board', { ...input, hypothesis: 'H2' }, { tokenizationOptions: budget(100_000) });
    expect(text).toMatch(/^E\d+ supports H2/m);
    expect(text).not.toMatch(/^E\d+ \w+ H3/m);
    await expect(said('read_board', { ...input, hypothesis: 'H99' })).rejects.toThrow(
      'unknown hypothesis: H99. There are: H1',
    );
  });

  it('asks first, and reads boards only', async () => {
    const { confirmationMessages } = await tool('read_board').prepareInvocation({ input });
    expect(confirmationMessages.message.value).toContain('gets the answer, verdicts and evidence of shop\\.d2board');
    await expect(said('read_board', { board: 'data/shop.sqlite' })).rejects.toThrow('not a board');
  });
});

describe('what a chat may know', () => {
  it('is nothing of the data when only the schema may be shared', async () => {
    editor.set('dataDetective.sharing', 'schemaOnly');
    await expect(said('read_board', { board: 'shop.d2board' })).rejects.toThrow(
      'the user shares none with language models',
    );
    expect(loaded).toEqual([]);
    const text = await said('investigate_database', { database: 'data/shop.sqlite', question: QUESTION });
    expect(text).toMatch(
      /^The investigation ended: complete; \d of \d+ hypotheses are supported\. The user shares no data/,
    );
    for (const { statement } of board.hypotheses) expect(text).not.toContain(statement);
  });

  it('is nothing at all when models are turned off', async () => {
    editor.set('dataDetective.languageModels.enabled', false);
    await expect(said('read_board', { board: 'shop.d2board' })).rejects.toThrow('language models are turned off');
    const input = { database: 'data/shop.sqlite', question: QUESTION };
    await expect(said('investigate_database', input)).rejects.toThrow('language models are turned off');
    expect([started, loaded]).toEqual([[], []]);
  });
});

/** A token for each four letters. */
function budget(tokenBudget: number) {
  return { tokenBudget, countTokens: async (text: string) => Math.ceil(text.length / 4) };
}
