import { open } from 'node:fs/promises';
import { freemem } from 'node:os';
import { checkLength, inspectFile, stampOf, type DatabaseFile, type Stamp } from './file';
import type { Source } from './messages';

/** One state of a database file, ready for workers. */
export type Snapshot = {
  readonly stamp: Stamp;
  readonly source: Source;
  /** What a person should know about how it was read. */
  readonly notes: readonly string[];
};

const CHUNK = 8 * 1024 * 1024;
const ATTEMPTS = 3;

/** Loads the file as it is now; again when another program writes to it meanwhile. */
export async function takeSnapshot(path: string, imageUpTo: number): Promise<Snapshot> {
  for (let attempt = 1; ; attempt++) {
    const before = await stampOf(path);
    const snapshot = await load(await inspectFile(path), before, imageUpTo);
    if (attempt === ATTEMPTS || (await stampOf(path)) === before) return snapshot;
  }
}

async function load(file: DatabaseFile, stamp: Stamp, imageUpTo: number): Promise<Snapshot> {
  checkLength(file, file.length);
  if (file.length > Math.min(imageUpTo, freemem() / 4)) {
    return { stamp, source: { kind: 'pages', path: file.path, length: file.length, patches: [] }, notes: [] };
  }
  return { stamp, source: { kind: 'image', image: await readImage(file.path, file.length) }, notes: [] };
}

async function readImage(path: string, length: number): Promise<SharedArrayBuffer> {
  const image = new SharedArrayBuffer(length);
  const file = await open(path, 'r');
  try {
    let start = 0;
    while (start < length) {
      const { bytesRead } = await file.read(new Uint8Array(image, start, Math.min(CHUNK, length - start)), {
        position: start,
      });
      if (bytesRead === 0) break;
      start += bytesRead;
    }
  } finally {
    await file.close();
  }
  return image;
}
