import * as vscode from 'vscode';
import { timestamp } from '../../base/clock';
import { Fault } from '../../base/fault';
import type { Board } from '../../board/board';
import type { BoardEvent } from '../../board/events';
import type { Surroundings } from '../surroundings';
import {
  PERSON,
  type BoardChange,
  type BoardModel,
  type BoardState,
  type LoadedState,
  type MakeEvents,
} from './boards';
import type { LiveBoard } from './live-board';
import { sameSource, sourceOf, stateOf, unreadable, type Source } from './read-state';

const LOADING: BoardState = { kind: 'loading' };

/** The model of one board file; `BoardFiles` tells it when its document or its file may have changed. */
export class BoardFile implements BoardModel, vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<BoardChange>();
  readonly #surroundings: Surroundings | undefined;
  #state: BoardState = LOADING;
  /** What was read last, and from what. */
  #read: { readonly source: Source; readonly state: LoadedState } | undefined;
  #listeners = 0;
  #reading: Promise<LoadedState> | undefined;
  #outdated = false;
  #live: LiveBoard | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    readonly uri: vscode.Uri,
    surroundings: Surroundings | undefined,
  ) {
    this.#surroundings = surroundings;
  }

  get state(): BoardState {
    if (this.#state.kind === 'loading') void this.load();
    return this.#state;
  }

  readonly onDidChange: vscode.Event<BoardChange> = (listener, thisArgs, disposables) => {
    const subscription = this.#changes.event(listener, thisArgs);
    this.#listeners++;
    const stop = new vscode.Disposable(() => {
      subscription.dispose();
      this.#listeners--;
      this.#forget();
    });
    disposables?.push(stop);
    return stop;
  };

  async load(): Promise<LoadedState> {
    const known = this.#state;
    return known.kind === 'loading' ? (this.#reading ??= this.#readUntilStill()) : known;
  }

  /** The document or the file may have changed. */
  refresh(): void {
    if (this.#live?.board !== undefined) return;
    if (this.#reading) this.#outdated = true;
    else if (this.#listeners > 0) this.#reading = this.#readUntilStill();
    else this.#forget();
  }

  /** Follows an investigation until it is over. */
  follow(live: LiveBoard): void {
    this.#live = live;
    const subscription = live.onDidChange(({ board, event }) => {
      this.#set({ kind: 'board', board, live: true, unsaved: false }, [event]);
    });
    if (live.board) this.#set({ kind: 'board', board: live.board, live: true, unsaved: false });
    void live.over.then(() => {
      subscription.dispose();
      this.#live = undefined;
      this.#read = undefined;
      if (this.#listeners > 0) this.refresh();
      else this.#forget();
    });
  }

  change(make: MakeEvents): Promise<void> {
    const change = this.#turn.then(() => this.#change(make));
    this.#turn = change.catch(() => undefined);
    return change;
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #change(make: MakeEvents): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new Fault(
        vscode.l10n.t('boards are only read in Restricted Mode'),
        vscode.l10n.t('Trust the workspace to change them.'),
      );
    }
    for (let live = this.#live; live !== undefined; live = this.#live) {
      if (await live.apply(make)) return;
      await live.over;
    }
    const makeEvents = (board: Board): readonly BoardEvent[] => {
      const stamp = { at: timestamp(Date), by: PERSON };
      return make(board, stamp).map((event) => ({ ...event, ...stamp }));
    };
    const { left } = await sourceOf(this.uri, this.#surroundings);
    if (left?.board && this.#surroundings) {
      const store = await this.#surroundings.storeOf(this.uri);
      const board = await store.load();
      await Promise.all(board ? makeEvents(board).map((event) => store.append(event)) : []);
      return this.refresh();
    }
    const { editDocument } = await import('./edit-document');
    const edited = await editDocument(this.uri, makeEvents);
    if (!edited) return;
    const { text, board, events, unsaved } = edited;
    const state = { kind: 'board', board, text, live: false, unsaved } as const;
    this.#read = { source: { text, unsaved }, state };
    this.#set(state, events);
  }

  /** Reads until nothing changed while it read. */
  async #readUntilStill(): Promise<LoadedState> {
    let state: LoadedState;
    do {
      this.#outdated = false;
      state = await this.#readOnce();
      // The file of a new board is not there before its first event.
      if (state.kind === 'unreadable' && this.#live?.board === undefined) await this.#live?.begun;
    } while (this.#outdated);
    this.#reading = undefined;
    const now = this.#state;
    if (this.#live?.board !== undefined && now.kind !== 'loading') return now;
    if (state !== now) this.#set(state);
    return state;
  }

  async #readOnce(): Promise<LoadedState> {
    try {
      const source = await sourceOf(this.uri, this.#surroundings);
      if (this.#read && sameSource(this.#read.source, source)) return this.#read.state;
      const state = await stateOf(this.uri, source);
      this.#read = { source, state };
      return state;
    } catch (error) {
      this.#read = undefined;
      return unreadable(error);
    }
  }

  #forget(): void {
    if (this.#listeners > 0 || this.#live) return;
    this.#state = LOADING;
    this.#read = undefined;
  }

  #set(state: BoardState, events?: readonly BoardEvent[]): void {
    this.#state = state;
    this.#changes.fire({ state, ...(events && { events }) });
  }
}
