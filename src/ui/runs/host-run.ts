import * as vscode from 'vscode';
import type { Controls } from '../../agents/controls';
import type { Setup } from '../../agents/detective';
import type { InvestigationEvent } from '../../agents/session';
import { timestamp } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import type { Board } from '../../board/board';
import { PERSON, type MakeEvents } from '../boards/boards';
import type { LiveBoard } from '../boards/live-board';
import type { Run } from './runs';

/** The parts of a setup that a run is the source of. */
export type RunSetup = Pick<Setup, 'clock' | 'listener' | 'onControls' | 'stop' | 'signal'>;

/** Ended at once by the person: there is no report, and nothing to complain of. */
export class StoppedAtOnce extends vscode.CancellationError {}

/** An investigation of this window, from before its first event until its database is closed. */
export class HostRun implements Run, vscode.Disposable {
  readonly database: vscode.Uri;
  readonly question: string;
  readonly ended: Promise<Board>;
  readonly #events = new vscode.EventEmitter<InvestigationEvent>();
  readonly #stop = new AbortController();
  readonly #now = new AbortController();
  #uri: vscode.Uri;
  #board: Board | undefined;
  #controls: Controls | undefined;
  readonly #begun = new Deferred();
  readonly #controlled = new Deferred();

  readonly onDidHappen = this.#events.event;

  /** @param play does the investigation; called at once */
  constructor(
    names: { readonly board: vscode.Uri; readonly database: vscode.Uri; readonly question: string },
    play: (setup: RunSetup) => Promise<Board>,
  ) {
    this.#uri = names.board;
    this.database = names.database;
    this.question = names.question;
    this.ended = play({
      clock: Date,
      listener: (event) => this.#happened(event),
      onControls: (controls) => {
        this.#controls = controls;
        this.#controlled.resolve();
      },
      stop: this.#stop.signal,
      signal: this.#now.signal,
    }).finally(() => {
      this.#controls = undefined;
      this.#controlled.resolve();
      this.#begun.resolve();
    });
    // Whoever waits for the end is told; that nobody does is no failure.
    this.ended.catch(() => undefined);
  }

  get board(): vscode.Uri {
    return this.#uri;
  }

  get controls(): Controls | undefined {
    return this.#controls;
  }

  /** The board as it is now; undefined before the first event. */
  get current(): Board | undefined {
    return this.#board;
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    if (this.isStopping) this.#now.abort(new StoppedAtOnce());
    else this.#stop.abort(new Error('stopped by the user'));
  }

  /** Applies what a person did; false when the investigation takes no more. */
  async apply(make: MakeEvents): Promise<boolean> {
    await this.#controlled.promise;
    const events = (board: Board) => make(board, { at: timestamp(Date), by: PERSON });
    return (await this.#controls?.apply(PERSON, events)) ?? false;
  }

  /** Goes on with another file. */
  moveTo(board: vscode.Uri): void {
    this.#uri = board;
  }

  /** The run as the model of its board follows it. @param over when that model is to look at its file again */
  liveBoard(over: Promise<void>): LiveBoard {
    const board = (): Board | undefined => this.#board;
    return {
      get board() {
        return board();
      },
      onDidChange: (listener, thisArgs, disposables) =>
        this.#events.event(
          (happened) => {
            if (happened.type === 'board') listener.call(thisArgs, happened);
          },
          undefined,
          disposables,
        ),
      begun: this.#begun.promise,
      apply: (make) => this.apply(make),
      over,
    };
  }

  dispose(): void {
    this.#events.dispose();
  }

  #happened(event: InvestigationEvent): void {
    if (event.type === 'board') {
      this.#board = event.board;
      this.#begun.resolve();
    }
    this.#events.fire(event);
  }
}
