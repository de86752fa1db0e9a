import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExtensionContext, Memento } from 'vscode';
import type { CollectorContext, Team } from '../../src/agents/roles';
import { Deferred } from '../../src/base/deferred';
import { Fault } from '../../src/base/fault';
import { parseBoard } from '../../src/board/codec';
import { registerRuns } from '../../src/ui/runs/register';
import type { Run } from '../../src/ui/runs/runs';
import { fakeDatabase, sqliteBytes } from '../fakes/database';
import { collectOne, FakeTeam, judgement } from '../fakes/team';
import { editor, workspace, type Uri } from '../fakes/vscode-documents';
import { boardsWith, isBoard, newWindow, surroundingsWith, until } from './window';

vi.mock('vscode', () => import('../fakes/vscode-documents'));

const DAYS = await sqliteBytes("CREATE TABLE days (day TEXT); INSERT INTO days VALUES ('mon'), ('tue'), ('wed');");
/** Who may write everywhere. */
const isRoot = process.getuid?.() === 0;
const QUESTION = 'Does it rain more?';
const quietLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  show: () => undefined,
  dispose: () => undefined,
};

/** A collector that waits in its work until the test lets it go on. */
function gate() {
  const reached = new Deferred();
  const opened = new Deferred();
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    collector: async (context: CollectorContext, signal: AbortSignal): Promise<void> => {
      reached.resolve();
      await Promise.race([
        opened.promise,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      ]);
      await collectOne(context, signal);
    },
  };
}

/** A window with a database in its folder, and the investigations of a team. */
async function windowWith(team: Team = new FakeTeam()) {
  const { folder, file } = newWindow();
  const database = file('days.sqlite');
  await writeFile(database.fsPath, DAYS);
  const surroundings = surroundingsWith(async (uri) => {
    const bytes = await readFile(uri.fsPath).catch((cause: unknown) => {
      throw new Fault(`cannot read ${uri.fsPath}`, 'Look for it.', { cause });
    });
    return fakeDatabase(bytes);
  });
  const teams = { choose: async () => team, ofBoard: async () => team, chosen: team.name };
  const boards = boardsWith(surroundings);
  const subscriptions: { dispose(): unknown }[] = [];
  const memory = new Map<string, unknown>();
  const workspaceState: Pick<Memento, 'get' | 'update'> = {
    get: <T>(key: string, otherwise?: T) => (memory.get(key) ?? otherwise) as T,
    update: async (key: string, value: unknown) => void memory.set(key, value),
  };
  const open = () => {
    const context = { subscriptions, workspaceState } as unknown as ExtensionContext;
    return registerRuns(context, { surroundings, boards, teams, log: quietLog });
  };
  onTestFinished(() => subscriptions.forEach((each) => void each.dispose()));
  const listen = (uri: Uri) => {
    const model = boards.at(uri);
    const subscription = model.onDidChange(() => undefined);
    onTestFinished(() => void subscription.dispose());
    return model;
  };
  return { folder, file, database, boards, listen, open, runs: open() };
}

async function started(run: Promise<Run | undefined>): Promise<Run> {
  const begun = await run;
  if (!begun) throw new Error('nothing was begun');
  return begun;
}

const boardOn = async (uri: { readonly fsPath: string }) => parseBoard(await readFile(uri.fsPath, 'utf8'), 'board');
const journalOf = (name: string): string => `.${name}.journal`;

describe('a new investigation', () => {
  it('puts its board beside the database under a free name, shows it, and leaves no journal', async () => {
    const { runs, boards, database, file } = await windowWith();
    await writeFile(file('days.d2board').fsPath, 'another');
    const run = await started(runs.start(database, ` ${QUESTION} `));
    expect(run.board.fsPath).toBe(file('days-2.d2board').fsPath);
    expect(boards.active?.uri).toBe(run.board);
    expect(runs.all).toEqual([run]);
    await run.ended;
    expect(runs.all).toEqual([]);
    const { investigation, hypotheses } = await boardOn(run.board);
    expect(investigation).toMatchObject({ question: QUESTION, status: 'complete', database: { path: 'days.sqlite' } });
    expect(investigation.kept).toEqual({ results: 'sample', redact: [] });
    expect(hypotheses.map(({ status }) => status)).toEqual(['supported']);
    expect(existsSync(file(journalOf('days-2.d2board')).fsPath)).toBe(false);
    expect(await readFile(file('days.d2board').fsPath, 'utf8')).toBe('another');
  });

  it('and another one begun at the same moment get names of their own', async () => {
    const { runs, database } = await windowWith();
    const both = await Promise.all([1, 2].map(() => started(runs.start(database, QUESTION))));
    expect(both.map(({ board }) => board.path.split('/').at(-1)).sort()).toEqual(['days-2.d2board', 'days.d2board']);
    await Promise.all(both.map(({ ended }) => ended));
    for (const { board } of both) expect((await boardOn(board)).investigation.status).toBe('complete');
  });

  it('takes what is set', async () => {
    const { runs, database } = await windowWith(new FakeTeam({}, ['a', 'b', 'c']));
    editor.set('dataDetective.budget.queries', 1);
    editor.set('dataDetective.budget.minutes', 2);
    editor.set('dataDetective.results', 'none');
    editor.set('dataDetective.margin', -1);
    const run = await started(runs.start(database, QUESTION));
    expect(run.controls?.limits).toMatchObject({ queries: 1, seconds: 120, rounds: 4 });
    await run.ended;
    const board = await boardOn(run.board);
    expect(board.investigation).toMatchObject({ status: 'partial', margins: { riskDifference: 0.02 } });
    expect(board.queries.map(({ rows }) => rows)).toEqual([[]]);
  });

  it('of no database is refused, and its name is free again', async () => {
    const { runs, file, database } = await windowWith();
    await expect(runs.start(file('gone.sqlite'), QUESTION)).rejects.toThrow('cannot read');
    await expect(runs.start(database, '  ')).rejects.toThrow('the question is empty');
    editor.isTrusted = false;
    await expect(runs.start(database, QUESTION)).rejects.toThrow('Restricted Mode');
    editor.isTrusted = true;
    expect([runs.all, editor.messages]).toEqual([[], []]);
    await writeFile(file('gone.sqlite').fsPath, DAYS);
    const run = await started(runs.start(file('gone.sqlite'), QUESTION));
    expect(run.board.path.endsWith('/gone.d2board')).toBe(true);
    await run.ended;
  });

  it.skipIf(isRoot)('in a folder that cannot be written to asks for another place', async () => {
    const { runs, folder, database } = await windowWith();
    await chmod(folder, 0o500);
    onTestFinished(() => chmod(folder, 0o700));
    const run = runs.start(database, QUESTION);
    await expect.poll(() => editor.messages[0]).toContain('cannot be written to');
    editor.press('cannot be written to', '');
    expect(await run).toBeUndefined();
  });

  it('is seen in the status bar and in a notification while it runs, and tells its answer at the end', async () => {
    const { collector, reached, open } = gate();
    const answer = 'It rains 3.5 mm more, e.g. on Mondays. There is more to say.';
    const { runs, database } = await windowWith(
      new FakeTeam({ collector, reporter: (context) => context.write(`# Report\n\n${answer}\n`) }),
    );
    const run = await started(runs.start(database, QUESTION));
    await reached;
    const item = () => editor.statusBar.get('dataDetective.runs');
    await expect.poll(() => item()?.text, { timeout: 5_000 }).toMatch(/^\$\(sync~spin\) round 1 · 0 queries · 0:0\d$/);
    expect([item()?.isShown, editor.statusBar.get('dataDetective.stop')?.isShown]).toEqual([true, true]);
    expect([...editor.progress.keys()]).toEqual([`Investigating “${QUESTION}”`]);
    open();
    await run.ended;
    await expect.poll(() => editor.messages).toEqual(['It rains 3.5 mm more, e.g. on Mondays.']);
    expect(item()?.isShown).toBe(false);
    expect(editor.progress.size).toBe(0);
    editor.press('It rains', 'Open Board');
    await expect.poll(() => editor.commands.at(-1)).toEqual(['vscode.openWith', run.board, 'dataDetective.board']);
  });
});

describe('while it runs', () => {
  it('the board’s state is the run’s, and becomes the file’s when it ends', async () => {
    const { collector, reached, open } = gate();
    const { runs, database, listen, file } = await windowWith(new FakeTeam({ collector }));
    const model = listen(file('days.d2board'));
    const run = await started(runs.start(database, QUESTION));
    await reached;
    expect(model.state).toMatchObject({ live: true, board: { hypotheses: [{ status: 'investigating' }] } });
    open();
    const ended = await run.ended;
    const state = await until(model, (each) => isBoard(each) && !each.live);
    expect(state).toMatchObject({ unsaved: false, board: { report: ended.report } });
  });

  it('what a person adds, pins and rejects takes part, without a touch of the file by hand', async () => {
    const { collector, reached, open } = gate();
    const { runs, database, listen, file } = await windowWith(new FakeTeam({ collector }, ['a', 'b']));
    const model = listen(file('days.d2board'));
    const run = await started(runs.start(database, QUESTION));
    await reached;
    await model.change((_, { at, by }) => {
      const fields = { id: 'H3', statement: 'by hand', status: 'open', confidence: 0.5, proposedBy: by } as const;
      return [
        { type: 'proposed', hypothesis: { ...fields, createdAt: at, updatedAt: at } },
        { type: 'rejected', hypothesis: 'H1', why: 'known' },
        { type: 'pinned', hypothesis: 'H2', pinned: true },
      ];
    });
    open();
    const board = await run.ended;
    expect(board.hypotheses.map(({ status }) => status)).toEqual(['abandoned', 'supported', 'supported']);
    expect(await boardOn(run.board)).toEqual(board);
    expect(editor.edits).toEqual([]);
  });

  it('a change that comes when it is about to end becomes an edit of the file', async () => {
    const { runs, database, listen, file } = await windowWith();
    const model = listen(file('days.d2board'));
    const run = await started(runs.start(database, QUESTION));
    const pinned = run.ended.then(() => model.change(() => [{ type: 'pinned', hypothesis: 'H1', pinned: true }]));
    await pinned;
    expect((await boardOn(run.board)).hypotheses[0]?.pinned).toBe(true);
    expect(editor.edits).toHaveLength(1);
  });

  it('a hypothesis that is to be tested again is tested by the run that is there', async () => {
    let judged = 0;
    const { collector, reached, open } = gate();
    const team = new FakeTeam(
      {
        collector: (context, signal) =>
          context.hypothesis.id === 'H2' ? collector(context, signal) : collectOne(context, signal),
        judge: async () => {
          judged++;
          return judgement('supported');
        },
      },
      ['a', 'b'],
    );
    const { runs, database } = await windowWith(team);
    editor.set('dataDetective.collectors', 1);
    const run = await started(runs.start(database, QUESTION));
    await reached;
    expect(await runs.resume(run.board, { again: ['H1'] })).toBe(run);
    open();
    await run.ended;
    expect(judged).toBe(2);
    expect(team.turns.filter((turn) => turn === 'collector:H1').length).toBeGreaterThanOrEqual(1);
  });

  it('the first stop ends it in good order; the second at once, and it can be resumed', async () => {
    const { collector, reached } = gate();
    const { runs, database, file } = await windowWith(new FakeTeam({ collector }));
    const first = await started(runs.start(database, QUESTION));
    await reached;
    editor.progress.get(`Investigating “${QUESTION}”`)?.();
    expect((await first.ended).investigation.status).toBe('stopped');
    const second = await started(runs.start(database, QUESTION));
    await expect.poll(() => second.controls?.usage.rounds).toBe(1);
    second.stop();
    second.stop();
    await expect(second.ended).rejects.toThrow();
    expect(existsSync(file(journalOf('days-2.d2board')).fsPath)).toBe(true);
    const { runs: again } = await reopened(second.board);
    const resumed = await started(again.resume(second.board));
    expect((await resumed.ended).investigation.status).toBe('complete');
  });
});

/** Other investigations on the same folder, with a team that does not wait: the window was reloaded. */
async function reopened(board: { readonly fsPath: string }) {
  const surroundings = surroundingsWith(async () => fakeDatabase(DAYS));
  const boards = boardsWith(surroundings);
  const team = new FakeTeam();
  const subscriptions: { dispose(): unknown }[] = [];
  const memory = new Map<string, unknown>();
  const workspaceState = {
    get: (key: string, otherwise?: unknown) => memory.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void memory.set(key, value),
  };
  const teams = { choose: async () => team, ofBoard: async () => team, chosen: undefined };
  const open = () =>
    registerRuns({ subscriptions, workspaceState } as unknown as ExtensionContext, {
      surroundings,
      boards,
      teams,
      log: quietLog,
    });
  onTestFinished(() => subscriptions.forEach((each) => void each.dispose()));
  return { runs: open(), open, board };
}

describe('a board that somebody edits while the run writes', () => {
  it('is not written under unsaved edits; when they are gone it is, with all that happened', async () => {
    const { collector, reached, open } = gate();
    const { runs, database, file } = await windowWith(new FakeTeam({ collector }));
    const board = file('days.d2board');
    const run = await started(runs.start(database, QUESTION));
    await reached;
    const before = await readFile(board.fsPath, 'utf8');
    await editor.type(board, (text) => `${text} `);
    open();
    await expect.poll(() => editor.messages.length, { timeout: 5_000 }).toBe(1);
    expect(editor.messages[0]).toContain('does not write to the file');
    await expect.poll(() => readFile(file(journalOf('days.d2board')).fsPath, 'utf8')).toContain('"ended"');
    expect(await readFile(board.fsPath, 'utf8')).toBe(before);
    editor.press('does not write', 'Keep the Run’s Board');
    expect(await boardOn({ fsPath: board.fsPath }).then(() => run.ended)).toEqual(await boardOn(board));
    expect((await workspace.openTextDocument(board)).isDirty).toBe(false);
    expect(existsSync(file(journalOf('days.d2board')).fsPath)).toBe(false);
  });

  it('can be kept as a copy of the person’s own', async () => {
    const { collector, reached, open } = gate();
    const { runs, database, file } = await windowWith(new FakeTeam({ collector }));
    const board = file('days.d2board');
    const run = await started(runs.start(database, QUESTION));
    await reached;
    await editor.type(board, () => 'my own words');
    open();
    await expect.poll(() => editor.waiting.size, { timeout: 5_000 }).toBe(1);
    editor.press('does not write', 'Save Mine as a Copy');
    await run.ended;
    expect(await readFile(file('days-2.d2board').fsPath, 'utf8')).toBe('my own words');
    expect((await boardOn(board)).investigation.status).toBe('complete');
  });

  it('and that another program writes stays as it wrote it: the run goes on in a copy, with all that happened', async () => {
    const { collector, reached, open } = gate();
    const { runs, database, listen, file } = await windowWith(new FakeTeam({ collector }, ['a', 'b']));
    const board = file('days.d2board');
    const old = listen(board);
    const run = await started(runs.start(database, QUESTION));
    await reached;
    const checkout = (await readFile(board.fsPath, 'utf8')).replace(QUESTION, 'From another branch?');
    await editor.writeFile(board, checkout);
    open();
    const ended = await run.ended;
    expect(run.board.path).toBe(file('days-2.d2board').path);
    expect(await boardOn(run.board)).toEqual(ended);
    expect(ended.investigation.status).toBe('complete');
    expect(await readFile(board.fsPath, 'utf8')).toBe(checkout);
    expect(editor.messages[0]).toContain('the investigation goes on in days-2.d2board');
    for (const name of ['days.d2board', 'days-2.d2board']) expect(existsSync(file(journalOf(name)).fsPath)).toBe(false);
    await until(old, (state) => isBoard(state) && !state.live && state.board.investigation.question.startsWith('From'));
  });

  it('and whose journal is taken away goes on in a copy too', async () => {
    const { collector, reached, open } = gate();
    const { runs, database, file } = await windowWith(new FakeTeam({ collector }));
    const run = await started(runs.start(database, QUESTION));
    await reached;
    await workspace.fs.delete(file(journalOf('days.d2board')));
    open();
    const ended = await run.ended;
    expect(run.board.path).toBe(file('days-2.d2board').path);
    expect(await boardOn(run.board)).toEqual(ended);
  });
});

describe('going on', () => {
  /** A board whose run was stopped at once. */
  async function interrupted() {
    const { collector, reached } = gate();
    const { runs, database, file } = await windowWith(new FakeTeam({ collector }));
    const run = await started(runs.start(database, QUESTION));
    await reached;
    run.stop();
    run.stop();
    await run.ended.catch(() => undefined);
    return { board: file('days.d2board'), file };
  }

  it('is offered once after a reload, and goes on from the journal', async () => {
    const { board } = await interrupted();
    editor.messages.length = 0;
    const { runs, open } = await reopened(board);
    await expect.poll(() => editor.messages).toEqual([`An investigation was interrupted: ${QUESTION} (days.d2board)`]);
    open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(editor.messages).toHaveLength(1);
    editor.press('interrupted', 'Resume');
    await expect.poll(() => runs.all.length + editor.messages.length).toBeGreaterThan(1);
    await expect.poll(async () => (await boardOn(board)).investigation.status, { timeout: 10_000 }).toBe('complete');
  });

  it('from a file that was changed since asks, and goes on from the file', async () => {
    const { board, file } = await interrupted();
    const { runs } = await reopened(board);
    await writeFile(board.fsPath, (await readFile(board.fsPath, 'utf8')).replace(QUESTION, 'Another?'));
    const run = runs.resume(board);
    await expect.poll(() => editor.messages.at(-1)).toContain('cannot be added to it');
    editor.press('cannot be added', 'Go On from the File');
    const { investigation } = await (await started(run)).ended;
    expect(investigation).toMatchObject({ question: 'Another?', status: 'complete' });
    expect(existsSync(file(journalOf('days.d2board')).fsPath)).toBe(false);
  });

  it('with a board whose budget is used asks for as much again', async () => {
    const { runs, database } = await windowWith(new FakeTeam({}, ['a', 'b', 'c']));
    editor.set('dataDetective.budget.queries', 2);
    const run = await started(runs.start(database, QUESTION));
    expect((await run.ended).investigation.status).toBe('partial');
    editor.answers.push(['budget of 2 queries', 'Go On with as Much Again']);
    const resumed = await started(runs.resume(run.board));
    expect(resumed.controls?.limits.queries ?? 4).toBe(4);
    expect((await resumed.ended).investigation.status).toBe('complete');
    await expect(runs.resume(run.board)).rejects.toThrow('nothing is left to do');
  });

  it('tests one hypothesis again, or all whose data changed', async () => {
    const { runs, database } = await windowWith(new FakeTeam({}, ['a', 'b']));
    const run = await started(runs.start(database, QUESTION));
    await run.ended;
    const again = await (await started(runs.resume(run.board, { again: ['H2'] }))).ended;
    expect(again.verdicts.map(({ hypothesis }) => hypothesis)).toEqual(['H1', 'H2', 'H2']);
    await writeFile(database.fsPath, await sqliteBytes('CREATE TABLE days (day TEXT); INSERT INTO days VALUES (1);'));
    const refreshed = await (await started(runs.resume(run.board, { refresh: true }))).ended;
    expect(refreshed.verdicts.length).toBeGreaterThan(again.verdicts.length);
    expect(refreshed.investigation.status).toBe('complete');
  });
});

it.skipIf(isRoot)('a run that breaks off is told with the next step, and its board keeps what it had', async () => {
  const { runs, database, file } = await windowWith(
    new FakeTeam({
      reporter: async () => {
        // Nothing can be kept any more.
        await workspace.fs.delete(file(journalOf('days.d2board')));
        await workspace.fs.delete(file('days.d2board'));
        await chmod(editor.folder, 0o500);
      },
    }),
  );
  onTestFinished(() => chmod(editor.folder, 0o700));
  const run = await started(runs.start(database, QUESTION));
  await expect(run.ended).rejects.toThrow();
  await expect.poll(() => editor.messages.at(-1)).toContain('could not be read or written');
});
