import type * as vscode from 'vscode';
import { assertNever } from '../../base/assert';
import { Fault } from '../../base/fault';
import { encodeBoard, encodeEvent } from '../../board/codec';
import {
  fromWebviewSchema,
  type Action,
  type ExplanationMessage,
  type FromWebview,
  type Tab,
  type ToWebview,
} from '../../protocol/board-messages';
import { Channel, type Frame } from '../../protocol/channel';
import type { BoardChange, BoardModel, BoardState } from '../boards/boards';

/** What the window allows a board's view to offer. */
export type Allows = Extract<ToWebview, { type: 'allows' }>['what'];

/** What the editor does for its webview. */
export interface BoardActions {
  openText(line: number | undefined): Thenable<unknown>;
  openSql(query: string): Thenable<unknown>;
  act(action: Action, id: string): Thenable<unknown>;
  addHypothesis(): Thenable<unknown>;
  select(hypothesis: string): Thenable<unknown>;
  manageTrust(): Thenable<unknown>;
}

type Ends = {
  readonly model: BoardModel;
  readonly send: (frame: Frame) => void;
  readonly actions: BoardActions;
  readonly report: (error: unknown) => void;
  readonly allows: Allows;
};

/** The host's end of one board editor: tells its webview what the board is and how it changes, and does what the webview asks. */
export class BoardView implements vscode.Disposable {
  readonly #ends: Ends;
  readonly #channel: Channel<FromWebview, ToWebview>;
  readonly #listening: vscode.Disposable;
  #allows: Allows;
  #isReady = false;
  #revision = 0;
  #toShow: Extract<ToWebview, { type: 'show' }> | undefined;

  constructor(ends: Ends) {
    this.#ends = ends;
    this.#allows = ends.allows;
    this.#channel = new Channel({
      incoming: fromWebviewSchema,
      send: ends.send,
      handle: (message) => this.#handle(message),
      report: ends.report,
    });
    this.#listening = ends.model.onDidChange((change) => this.#tellChange(change));
  }

  /** Takes what the webview sent. */
  receive(data: unknown): void {
    this.#channel.receive(data);
  }

  allow(what: Allows): void {
    this.#allows = what;
    if (this.#isReady) this.#channel.tell({ type: 'allows', what });
  }

  /** Shows a tab and a record there, at once or as soon as the webview is there. */
  show(tab: Tab, id?: string): void {
    const message = { type: 'show', tab, ...(id !== undefined && { id }) } as const;
    if (this.#isReady) this.#channel.tell(message);
    else this.#toShow = message;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#channel.dispose();
  }

  #handle(message: FromWebview): unknown {
    const { actions } = this.#ends;
    switch (message.type) {
      case 'ready':
        return this.#tellAll();
      case 'open-text':
        return actions.openText(message.line);
      case 'open-sql':
        return actions.openSql(message.query);
      case 'act':
        return actions.act(message.action, message.id);
      case 'add-hypothesis':
        return actions.addHypothesis();
      case 'selected':
        return actions.select(message.hypothesis);
      case 'manage-trust':
        return actions.manageTrust();
      case 'explain':
        return this.#explain(message.hypothesis);
      default:
        return assertNever(message);
    }
  }

  #tellAll(): void {
    this.#isReady = true;
    this.#channel.tell({ type: 'allows', what: this.#allows });
    this.#channel.tell(this.#whole(this.#ends.model.state));
    if (this.#toShow !== undefined) this.#channel.tell(this.#toShow);
    this.#toShow = undefined;
  }

  #tellChange({ state, events }: BoardChange): void {
    if (!this.#isReady) return;
    if (state.kind !== 'board' || events === undefined) {
      this.#channel.tell(this.#whole(state));
      return;
    }
    const { live, unsaved, notice } = state;
    this.#channel.tell({
      type: 'events',
      revision: ++this.#revision,
      live,
      unsaved,
      ...(notice !== undefined && { notice }),
      events: events.map(encodeEvent),
    });
  }

  #whole(state: BoardState): ToWebview {
    const revision = ++this.#revision;
    switch (state.kind) {
      case 'loading':
        return { type: 'loading', revision };
      case 'board': {
        const { board, text = encodeBoard(board), live, unsaved, notice } = state;
        return {
          type: 'board',
          revision,
          live,
          unsaved,
          ...(notice !== undefined && { notice }),
          board: text,
        };
      }
      case 'unreadable': {
        const { message, next, line } = state;
        return {
          type: 'unreadable',
          revision,
          message,
          ...(next !== undefined && { next }),
          ...(line !== undefined && { line }),
        };
      }
      default:
        return assertNever(state);
    }
  }

  async #explain(hypothesis: string): Promise<ExplanationMessage> {
    const { state } = this.#ends.model;
    if (state.kind !== 'board') throw new Fault('the board cannot be read');
    const { explain } = await import('../../agents/explain/explanation');
    const { weakestLink, missing, flips, ruleSays } = explain(state.board, hypothesis);
    return {
      weakestLink,
      missing: [...missing],
      flips: flips.map(({ what, becomes }) => ({ what, becomes })),
      ...(ruleSays !== undefined && { ruleSays }),
    };
  }
}
