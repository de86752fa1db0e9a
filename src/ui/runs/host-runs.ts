import * as vscode from 'vscode';
import type { Setup } from '../../agents/detective';
import { timestamp } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { Fault } from '../../base/fault';
import type { Board } from '../../board/board';
import type { BoardStore } from '../../board/store';
import type { FollowingBoards } from '../boards/board-files';
import { breather } from '../breather';
import { databasePathFrom } from '../boards/database-of';
import { exists, nameOf } from '../boards/read-state';
import type { Log } from '../log';
import type { Surroundings, Teams } from '../surroundings';
import { prepareResumption } from './begin-again';
import { HostRun } from './host-run';
import { loadParts } from './load-parts';
import { demandFree, newBoard, reserveFree } from './new-board';
import { RunStore } from './run-store';
import type { ResumeOptions, Run, Runs } from './runs';
import { runSettings, type RunSettings } from './settings';
import { hasUnsavedEdits, settleEdits } from './unsaved-edits';

export type RunParts = {
  readonly surroundings: Surroundings;
  readonly boards: FollowingBoards;
  readonly teams: Teams;
  readonly log: Log;
};

type Names = { readonly board: vscode.Uri; readonly database: vscode.Uri; readonly question: string };
type Play = (setup: Omit<Setup, 'team'>) => Promise<Board>;

/** The investigations of this window. */
export class HostRuns implements Runs, vscode.Disposable {
  readonly #parts: RunParts;
  readonly #runs = new Set<HostRun>();
  /** Boards that are about to be begun: their names are taken although no file is there yet. */
  readonly #promised = new Set<string>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #breaks = new vscode.EventEmitter<{ readonly run: HostRun; readonly error: unknown }>();
  readonly #begins = new vscode.EventEmitter<HostRun>();
  readonly #moves = new vscode.EventEmitter<{ readonly run: HostRun; readonly from: vscode.Uri }>();

  readonly onDidChange = this.#changes.event;
  readonly onDidBegin = this.#begins.event;
  /** A run broke off; not fired for what `start` rejects with. */
  readonly onDidBreakOff = this.#breaks.event;
  /** A run goes on in a copy, because somebody else wrote to its board. */
  readonly onDidMove = this.#moves.event;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  get all(): readonly HostRun[] {
    return [...this.#runs];
  }

  at(board: vscode.Uri): HostRun | undefined {
    return this.all.find((run) => run.board.toString() === board.toString());
  }

  async start(
    database: vscode.Uri,
    question: string,
    options?: { readonly board?: vscode.Uri },
  ): Promise<Run | undefined> {
    demandTrust();
    if (database.scheme !== 'file') {
      throw new Fault(
        vscode.l10n.t('not a local file: {0}', nameOf(database)),
        vscode.l10n.t('Copy the database to this computer, or open its folder there.'),
      );
    }
    if (question.trim() === '')
      throw new Fault(vscode.l10n.t('the question is empty'), vscode.l10n.t('Ask something.'));
    await loadParts();
    const team = await this.#parts.teams.choose();
    if (!team) return undefined;
    const reserve = (each: vscode.Uri): Promise<boolean> => this.#reserve(each);
    const board = options?.board ?? (await newBoard(database, reserve));
    if (!board) return undefined;
    if (options?.board) await demandFree(board, reserve);
    try {
      const settings = runSettings(board);
      const { kept } = settings;
      const store = await this.#parts.surroundings.storeOf(board, kept);
      const { investigate } = await import('../../agents/detective');
      const names = { board, database, question: question.trim() };
      const { run, written } = this.#begin(names, store, settings, (setup) =>
        investigate(question, { ...setup, team, kept }),
      );
      await Promise.race([written, run.ended]);
      return run;
    } finally {
      this.#promised.delete(board.toString());
    }
  }

  async resume(uri: vscode.Uri, options: ResumeOptions = {}): Promise<Run | undefined> {
    demandTrust();
    const running = this.at(uri);
    if (running) return this.#takePart(running, options.again ?? []);
    await loadParts();
    const prepared = await prepareResumption(uri, options, this.#parts);
    if (!prepared || this.at(uri)) return this.at(uri);
    const { board, store, database, team, settings } = prepared;
    const { resume } = await import('../../agents/detective');
    const { refresh } = await import('../../agents/refresh');
    const names = { board: uri, database, question: board.investigation.question };
    const { again } = options;
    const { run } = this.#begin(names, store, settings, (setup) =>
      (options.refresh ? refresh : resume)(board, { ...setup, team, ...(again && { again }) }),
    );
    return run;
  }

  dispose(): void {
    vscode.Disposable.from(this.#changes, this.#begins, this.#breaks, this.#moves, ...this.#runs).dispose();
  }

  /** What a person wants tested once more takes part in the investigation that runs already. */
  async #takePart(run: HostRun, again: readonly string[]): Promise<Run> {
    const takes = await run.apply(({ investigation: { usage } }) =>
      again.map((hypothesis) => ({ type: 'dispatched', hypothesis, round: usage.rounds })),
    );
    if (takes) return run;
    throw new Fault(vscode.l10n.t('the investigation is about to end'), vscode.l10n.t('Try again when it has ended.'));
  }

  #begin(names: Names, store: BoardStore, settings: RunSettings, play: Play) {
    const { surroundings, boards, log } = this.#parts;
    const runStore = new RunStore(store, {
      get board() {
        if (!run.current) throw new Error('nothing happened yet');
        return run.current;
      },
      hasUnsavedEdits: () => hasUnsavedEdits(run.board),
      settleEdits: () => settleEdits(run.board, () => this.#nameOfCopy(run.board)),
      openCopy: async (why) => {
        log.warn(why.message);
        const from = run.board;
        run.moveTo(await this.#nameOfCopy(from));
        this.#promised.delete(run.board.toString());
        follow();
        this.#moves.fire({ run, from });
        this.#changes.fire();
        return surroundings.storeOf(run.board, settings.kept);
      },
      closeOriginal: async () => {
        const journal = surroundings.journalOf(names.board);
        if (await exists(journal)) await vscode.workspace.fs.delete(journal);
      },
    });
    const run: HostRun = new HostRun(names, async (own) => {
      const database = await surroundings.openDatabase(names.database);
      try {
        const databasePath = databasePathFrom(names.board, names.database);
        return await play({ ...settings, ...own, database, databasePath, store: runStore, breathe: breather() });
      } finally {
        await database.close();
      }
    });
    let over = new Deferred();
    const follow = (): void => {
      over.resolve();
      over = new Deferred();
      boards.follow(run.board, run.liveBoard(over.promise));
    };
    this.#runs.add(run);
    follow();
    log.info(`begun at ${timestamp(Date)}: ${nameOf(names.board)}: ${names.question}`);
    const end = (): void => {
      this.#runs.delete(run);
      over.resolve();
      run.dispose();
      this.#changes.fire();
    };
    run.ended.then(end, (error: unknown) => {
      const isToldByStart = this.#promised.has(run.board.toString());
      end();
      if (!isToldByStart) this.#breaks.fire({ run, error });
    });
    boards.activate(run.board);
    this.#begins.fire(run);
    this.#changes.fire();
    return { run, written: runStore.written };
  }

  #nameOfCopy(board: vscode.Uri): Promise<vscode.Uri> {
    const name = nameOf(board).replace(/(-\d+)?\.d2board$/, '');
    return reserveFree(vscode.Uri.joinPath(board, '..'), name, (each) => this.#reserve(each));
  }

  /** Of two that ask for the same name at the same time, one gets it. */
  async #reserve(board: vscode.Uri): Promise<boolean> {
    const isThere = (await exists(board)) || (await exists(this.#parts.surroundings.journalOf(board)));
    const key = board.toString();
    if (isThere || this.#promised.has(key) || this.at(board)) return false;
    this.#promised.add(key);
    return true;
  }
}

function demandTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Fault(
    vscode.l10n.t('nothing runs in Restricted Mode'),
    vscode.l10n.t('Trust the workspace to investigate its databases.'),
  );
}
