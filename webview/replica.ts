import { assertNever } from '../src/base/assert';
import type { Board } from '../src/board/board';
import { decodeBoard, decodeEvent } from '../src/board/codec';
import { reduce } from '../src/board/reduce';
import type { ToWebview } from '../src/protocol/board-messages';

export type Change = Extract<ToWebview, { readonly revision: number }>;

/** The board as the host has it. */
export type Shown =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'board';
      readonly board: Board;
      readonly live: boolean;
      readonly unsaved: boolean;
      readonly notice: string | undefined;
    }
  | {
      readonly kind: 'unreadable';
      readonly message: string;
      readonly next: string | undefined;
      readonly line: number | undefined;
    };

/** A state, and the number of the change that led to it. */
export type Replica = { readonly revision: number; readonly shown: Shown };

/**
 * The state after a change; undefined when the change before it did not arrive or its events do not fit, so that the whole has to be asked
 * for again. A whole state fits after anything.
 */
export function follow(before: Replica | undefined, change: Change): Replica | undefined {
  const { revision } = change;
  switch (change.type) {
    case 'loading':
      return { revision, shown: { kind: 'loading' } };
    case 'unreadable': {
      const { message, next, line } = change;
      return { revision, shown: { kind: 'unreadable', message, next, line } };
    }
    case 'board':
      return { revision, shown: onBoard(decodeBoard(change.board), change) };
    case 'events': {
      if (before?.shown.kind !== 'board' || before.revision + 1 !== revision) return undefined;
      const board = reduced(before.shown.board, change.events);
      return board && { revision, shown: onBoard(board, change) };
    }
    default:
      return assertNever(change);
  }
}

function reduced(board: Board, events: readonly string[]): Board | undefined {
  try {
    return events.map(decodeEvent).reduce<Board>(reduce, board);
  } catch {
    return undefined;
  }
}

function onBoard(board: Board, { live, unsaved, notice }: Extract<Change, { type: 'board' | 'events' }>): Shown {
  return { kind: 'board', board, live, unsaved, notice };
}
