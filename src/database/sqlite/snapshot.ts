import { open } from 'node:fs/promises';
import { freemem } from 'node:os';
import { Fault } from '../../base/fault';
import type { Patch } from './contents';
import { inspectFile, stampOf, type DatabaseFile, type Stamp } from './file';
import { truncated } from './header';
import type { Source } from './messages';
import { readAll, readOverlay, type Overlay } from './overlay';

/** One state of a database file, ready for workers. */
export type Snapshot = {
  readonly stamp: Stamp;
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
  for (let attempt = 1; ; attempt++) {
    const stamp = await stampOf(path);
    const file = await inspectFile(path);
    const overlay = await readOverlay(file.path, file.header.pageSize);
    checkLength(file, overlay);
    const source = await readSource(file, overlay, imageUpTo);
    if ((await stampOf(path)) === stamp) return { stamp, source, notes: overlay ? [overlay.note] : [] };
    if (attempt === ATTEMPTS) {
      throw new Fault(`another program keeps writing to ${path}`, 'Try again when it rests, or work on a copy.');
    }
  }
}

async function readSource(file: DatabaseFile, overlay: Overlay | undefined, imageUpTo: number): Promise<Source> {
  const { pageSize } = file.header;
  const length = overlay ? overlay.pageCount * pageSize : file.length;
  const patches = patchesOf(overlay, pageSize);
  if (length > Math.min(imageUpTo, freemem() / 4)) return { kind: 'pages', path: file.path, length, patches };
  const image = new SharedArrayBuffer(length);
  const bytes = new Uint8Array(image);
  const handle = await open(file.path, 'r');
  try {
    await readAll(handle, bytes);
  } finally {
    await handle.close();
  }
  for (const patch of patches) bytes.set(patch.bytes, patch.start);
  return { kind: 'image', image };
}

function patchesOf(overlay: Overlay | undefined, pageSize: number): Patch[] {
  const first = overlay?.pages.get(1);
  first?.set(VERSION_FLAGS.bytes, VERSION_FLAGS.start);
  const pages = [...(overlay?.pages ?? [])]
    .filter(([number]) => number <= (overlay?.pageCount ?? 0))
    .map(([number, bytes]): Patch => ({ start: (number - 1) * pageSize, bytes }))
    .sort((left, right) => left.start - right.start);
  return first ? pages : [VERSION_FLAGS, ...pages];
}

/** @throws Fault when pages are missing that the header, or the overlay, promises */
function checkLength({ path, length, header }: DatabaseFile, overlay: Overlay | undefined): void {
  const pageCount = overlay?.pageCount ?? header.pageCount ?? 1;
  const there = Math.floor(length / header.pageSize);
  for (let number = there + 1; number <= pageCount; number++) {
    if (!overlay?.pages.has(number)) throw truncated(path, length, pageCount * header.pageSize);
  }
}
