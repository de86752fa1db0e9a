import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { readAll } from './file';
import { pagesBeforeTransaction, superJournalName } from './journal';
import { committedPages, type Pages } from './wal';

/** What SQLite would read differently from what stands in the file itself. */
export type Overlay = Pages & { readonly note: string };

/**
 * Looks beside the file for a write-ahead log with committed pages, or for the journal of a transaction that never ended. The
 * engine sees the file alone and would answer with old or half-written rows.
 */
export async function readOverlay(path: string, pageSize: number): Promise<Overlay | undefined> {
  const log = await readShared(`${path}-wal`);
  const committed = log && committedPages(log, pageSize);
  if (committed) {
    return { ...committed, note: `the write-ahead log beside the file was read too (${committed.pages.size} pages)` };
  }
  const journal = await readShared(`${path}-journal`);
  if (journal === undefined) return undefined;
  const superJournal = superJournalName(journal);
  if (superJournal !== undefined && !existsSync(superJournal)) return undefined;
  const before = pagesBeforeTransaction(journal, pageSize);
  if (before === undefined) return undefined;
  const note = `a transaction that never ended was left out (${before.pages.size} pages as they were before it); the file is unchanged`;
  return { ...before, note };
}

/** A whole file in memory that threads can share; undefined when there is none, or an empty one. */
async function readShared(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    return size > 0 && (await readAll(file, bytes)) === size ? bytes : undefined;
  } finally {
    await file.close();
  }
}
