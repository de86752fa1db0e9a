import { realpath, type FileHandle } from 'node:fs/promises';
import { freemem } from 'node:os';
import { Fault } from '../../base/fault';
import type { Patch } from './contents';
import { openFile, readAll, stampOf } from './file';
import { readHeader, truncated } from './header';
import type { Source } from './messages';
import { readOverlay, type Overlay } from './overlay';

/** One state of a database file, ready for workers. */
export type Snapshot = {
  readonly source: Source;
  /** What a person should know about how it was read. */
  readonly notes: readonly string[];
};

const ATTEMPTS = 3;
/** In the header: 2 asks SQLite to look for a write-ahead log, which is in the contents already. */
const VERSION_FLAGS: Patch = { start: 18, bytes: Uint8Array.of(1, 1) };

/**
 * Takes the file as it is now; again when another program writes to it meanwhile.
 * @param imageUpTo bytes up to which the whole file is held in memory
 * @throws Fault for what is no readable SQLite file
 */
export async function takeSnapshot(path: string, imageUpTo: number): Promise<Snapshot> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await openFile(path);
    try {
      const stamp = stampOf(path, file.fd);
      const snapshot = await read(path, file, stamp, imageUpTo);
      if (stampOf(path, file.fd) === stamp) return snapshot;
    } finally {
      await file.close();
    }
  }
  throw new Fault(`another program keeps writing to ${path}`, 'Try again when it rests, or work on a copy.');
}

async function read(path: string, file: FileHandle, stamp: string, imageUpTo: number): Promise<Snapshot> {
  const head = Buffer.alloc(512);
  const header = readHeader(head.subarray(0, await readAll(file, head)), path);
  const { size } = await file.stat();
  const overlay = await readOverlay(await realpath(path), header.pageSize);
  const pageCount = overlay?.pageCount ?? header.pageCount ?? 1;
  for (let number = Math.floor(size / header.pageSize) + 1; number <= pageCount; number++) {
    if (!overlay?.pages.has(number)) throw truncated(path, size, pageCount * header.pageSize);
  }
  const length = overlay ? overlay.pageCount * header.pageSize : size;
  const patches = patchesOf(overlay, header.pageSize);
  const notes = overlay ? [overlay.note] : [];
  if (length > Math.min(imageUpTo, freemem() / 4))
    return { source: { kind: 'pages', path, stamp, length, patches }, notes };
  const image = new SharedArrayBuffer(length);
  const bytes = new Uint8Array(image);
  await readAll(file, bytes);
  for (const patch of patches) bytes.set(patch.bytes, patch.start);
  return { source: { kind: 'image', path, stamp, image }, notes };
}

/** What the overlay changes, in ascending order. */
function patchesOf(overlay: Overlay | undefined, pageSize: number): Patch[] {
  if (overlay === undefined) return [VERSION_FLAGS];
  const first = overlay.pages.get(1);
  first?.set(VERSION_FLAGS.bytes, VERSION_FLAGS.start);
  const pages = [...overlay.pages]
    .filter(([number]) => number <= overlay.pageCount)
    .map(([number, bytes]): Patch => ({ start: (number - 1) * pageSize, bytes }))
    .sort((left, right) => left.start - right.start);
  return first ? pages : [VERSION_FLAGS, ...pages];
}
