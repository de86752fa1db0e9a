import { createHash } from 'node:crypto';
import { Fault, messageOf } from '../../base/fault';
import type { Board, Query } from '../../board/board';
import { decodeEvent, parseBoard } from '../../board/codec';
import type { BoardEvent } from '../../board/events';
import { reduce } from '../../board/reduce';

/*
 * A journal holds a run as lines of JSON: first the digest of the board file that the run began with, then its events. Before
 * the board file is written, a line with the digest of its new text goes in: so whichever text a crash leaves, its digest says
 * which events it holds already, and no event is ever applied twice. The events keep the rows that the file does not.
 */

type Entry = { readonly event: BoardEvent } | { readonly saved: string };

export type Journal = {
  /** Of the board file when the journal began; null where there was none. */
  readonly base: string | null;
  readonly entries: readonly Entry[];
  /** Bytes that hold whole lines; what comes after them was being written when the process ended. */
  readonly size: number;
};

/** Says which text a board file holds. */
export function digestOf(text: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** The first line of a journal. */
export function beginLine(base: string | null): string {
  return `${JSON.stringify({ journal: 1, base })}\n`;
}

/** The line that stands before a write of the board file. */
export function savedLine(digest: string): string {
  return `${JSON.stringify({ saved: digest })}\n`;
}

/**
 * What the bytes of a journal say; a last line that is torn counts as not written. Undefined when not even the first line is whole.
 * @throws Fault with the line, for one that is broken within
 */
export function readJournal(bytes: Uint8Array, name: string): Journal | undefined {
  const lines = wholeLines(bytes);
  const entries: Entry[] = [];
  let base: string | null | undefined;
  let size = 0;
  for (const [index, line] of lines.entries()) {
    try {
      if (index === 0) base = parseBegin(line);
      else entries.push(parseEntry(line));
    } catch (error) {
      if (index === lines.length - 1) break;
      throw journalFault(`${name}, line ${index + 1}: ${messageOf(error)}`, error);
    }
    size += Buffer.byteLength(line) + 1;
  }
  return base === undefined ? undefined : { base, entries, size };
}

/**
 * The board that a file's text and a journal make together: every event once, whether the text holds it already or not.
 * @param text undefined where there is no file
 */
export function replay(text: string | undefined, journal: Journal, name: string): Board | undefined {
  const digest = text === undefined ? null : digestOf(text);
  const mark = journal.entries.findLastIndex((entry) => 'saved' in entry && entry.saved === digest);
  if (mark < 0 && journal.base !== digest) {
    throw journalFault(`${name} was changed by somebody else while its journal was kept`);
  }
  let board = text === undefined ? undefined : parseBoard(text, name);
  if (board !== undefined) board = withJournalRows(board, journal.entries.slice(0, mark + 1));
  for (const entry of journal.entries.slice(mark + 1)) {
    if (!('event' in entry)) continue;
    try {
      board = reduce(board, entry.event);
    } catch (error) {
      throw journalFault(`the journal of ${name} does not fit it: ${messageOf(error)}`, error);
    }
  }
  return board;
}

/** The file keeps a sample of each result, the journal what was handed out: resuming needs no query to run again. */
function withJournalRows(board: Board, entries: readonly Entry[]): Board {
  const full = new Map<string, Query>();
  for (const entry of entries) {
    if ('event' in entry && entry.event.type === 'queried') full.set(entry.event.query.id, entry.event.query);
  }
  const queries = board.queries.map((query): Query => {
    const written = full.get(query.id);
    if (written === undefined) return query;
    const whole: Query = { ...query, rows: written.rows };
    if (written.cut === undefined) delete whole.cut;
    else whole.cut = written.cut;
    return whole;
  });
  return { ...board, queries };
}

function wholeLines(bytes: Uint8Array): string[] {
  const end = bytes.lastIndexOf('\n'.charCodeAt(0));
  return end < 0 ? [] : new TextDecoder().decode(bytes.subarray(0, end)).split('\n');
}

function parseBegin(line: string): string | null {
  const begin: unknown = JSON.parse(line);
  if (typeof begin === 'object' && begin !== null && 'journal' in begin && begin.journal === 1 && 'base' in begin) {
    if (begin.base === null || typeof begin.base === 'string') return begin.base;
  }
  throw new Error('not the journal of a board');
}

function parseEntry(line: string): Entry {
  if (!line.startsWith('{"saved":')) return { event: decodeEvent(line) };
  const entry: unknown = JSON.parse(line);
  if (typeof entry === 'object' && entry !== null && 'saved' in entry && typeof entry.saved === 'string') {
    return { saved: entry.saved };
  }
  throw new Error('not a line of a journal');
}

function journalFault(message: string, cause?: unknown): Fault {
  return new Fault(
    message,
    'To go on from the board file as it is now, delete the journal beside it. Nothing was overwritten.',
    { cause },
  );
}
