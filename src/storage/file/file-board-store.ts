import path from 'node:path';
import { inOneBreath, type Breathe } from '../../base/breathe';
import { Fault, messageOf } from '../../base/fault';
import type { Board } from '../../board/board';
import { encodeEvent, parseBoard, printBoardBreathing } from '../../board/codec';
import type { BoardEvent } from '../../board/events';
import type { PrintOptions } from '../../board/results';
import { BoardChanged, type BoardStore } from '../../board/store';
import { nodeFiles, type Files } from './files';
import { journalOf } from './journal-name';
import { beginLine, digestOf, readJournal, replay, savedLine } from './journal';

type KnownJournal = {
  /** Bytes that hold whole lines. */
  readonly size: number;
  /** Bytes of the file: more than `size` when its end is torn. */
  readonly length: number;
};

/**
 * A board in a file, with a journal beside it while it changes. Writes happen one after the other in the order of the calls;
 * events that are appended while a write goes on are written together. A store that has not loaded expects that there is
 * nothing yet. When the file or the journal is not as this store left it, it refuses to write.
 */
export class FileBoardStore implements BoardStore {
  readonly #file: string;
  readonly #name: string;
  readonly #journalFile: string;
  readonly #options: PrintOptions | undefined;
  readonly #files: Files;
  readonly #breathe: Breathe;
  /** Digest of the file as it was read or written here; null where there was none. */
  #digest: string | null = null;
  #journal: KnownJournal | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #batch: { readonly lines: string[]; readonly written: Promise<void> } | undefined;

  /** @param options how much of the results the file keeps: what the board itself says, unless given */
  constructor(file: string, options?: PrintOptions, files: Files = nodeFiles, breathe: Breathe = inOneBreath) {
    this.#file = file;
    this.#name = path.basename(file);
    this.#journalFile = journalOf(file);
    this.#options = options;
    this.#files = files;
    this.#breathe = breathe;
  }

  load(): Promise<Board | undefined> {
    return this.#inTurn(async () => {
      const bytes = await this.#files.read(this.#file);
      const journalBytes = await this.#files.read(this.#journalFile);
      const journal = journalBytes && readJournal(journalBytes, path.basename(this.#journalFile));
      const text = bytes && this.#decode(bytes);
      const board = journal
        ? replay(text, journal, this.#name)
        : text === undefined
          ? undefined
          : parseBoard(text, this.#name);
      // Only now: after a file that could not be read, writing stays refused.
      this.#digest = bytes === undefined ? null : digestOf(bytes);
      this.#journal = journalBytes ? { size: journal?.size ?? 0, length: journalBytes.length } : null;
      return board;
    });
  }

  async append(event: BoardEvent): Promise<void> {
    const line = `${encodeEvent(event)}\n`;
    this.#batch ??= this.#newBatch();
    this.#batch.lines.push(line);
    return this.#batch.written;
  }

  /** @param board what the events appended before this call made */
  save(board: Board): Promise<void> {
    this.#batch = undefined;
    return this.#inTurn(() => this.#save(board));
  }

  finish(board: Board): Promise<void> {
    this.#batch = undefined;
    return this.#inTurn(async () => {
      await this.#save(board);
      await this.#files.remove(this.#journalFile);
      this.#journal = null;
    });
  }

  #newBatch(): { lines: string[]; written: Promise<void> } {
    const lines: string[] = [];
    const written = this.#inTurn(async () => {
      if (this.#batch?.lines === lines) this.#batch = undefined;
      await (this.#journal === null ? this.#demandUnchanged() : this.#demandUnchangedJournal());
      await this.#write(lines.join(''));
    });
    return { lines, written };
  }

  async #save(board: Board): Promise<void> {
    const text = await printBoardBreathing(board, this.#breathe, this.#options);
    const digest = digestOf(text);
    await this.#demandUnchanged();
    if (this.#journal !== null) await this.#write(savedLine(digest));
    await this.#files.replace(this.#file, text);
    this.#digest = digest;
  }

  async #write(lines: string): Promise<void> {
    const before = this.#journal;
    const text = before === null || before.size === 0 ? beginLine(this.#digest) + lines : lines;
    try {
      await this.#files.append(this.#journalFile, before?.size, text);
    } catch (error) {
      // How much of it was written is unknown: the next write cuts it off.
      const length = await this.#files.size(this.#journalFile);
      if (before !== null && length !== undefined) this.#journal = { size: before.size, length };
      throw error;
    }
    const size = (before?.size ?? 0) + Buffer.byteLength(text);
    this.#journal = { size, length: size };
  }

  async #demandUnchanged(): Promise<void> {
    const bytes = await this.#files.read(this.#file);
    if ((bytes === undefined ? null : digestOf(bytes)) !== this.#digest) throw this.#changed(this.#name);
    await this.#demandUnchangedJournal();
  }

  async #demandUnchangedJournal(): Promise<void> {
    const length = await this.#files.size(this.#journalFile);
    if (length !== this.#journal?.length) throw this.#changed(`the journal of ${this.#name}`);
  }

  #decode(bytes: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new Fault(`${this.#name} is not UTF-8 text`, 'Save it as UTF-8. Nothing was overwritten.', { cause });
    }
  }

  #changed(what: string): BoardChanged {
    return new BoardChanged(
      `${what} was changed by somebody else since it was read`,
      'Open the board again to go on from what is there now. Nothing was overwritten.',
    );
  }

  /** Runs after what was called before has ended, well or badly. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work).catch((error: unknown) => {
      throw fileFault(error, this.#name);
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

const NOT_WRITABLE = 'Make the file and its folder writable, or put the board into another folder.';
const NEXT_STEPS: Readonly<Record<string, string>> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EEXIST: 'Another investigation writes to this board: wait for its end, or start one with a board of its own.',
  EROFS: 'The disk is read-only: put the board into another folder.',
  ENOENT: 'The folder is gone: make it again, or put the board into another folder.',
  ENOSPC: 'The disk is full: free some space, then resume.',
  EDQUOT: 'The disk quota is used up: free some space, then resume.',
};

/** An error of the file system as a person reads it; any other error as it is. */
function fileFault(error: unknown, name: string): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error;
  return new Fault(`${name} could not be read or written: ${messageOf(error)}`, NEXT_STEPS[error.code], {
    cause: error,
  });
}
