import { readSync, realpathSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Fault, messageOf } from '../../base/fault';

/** Offset and length of the change counter in the header. */
const CHANGE_COUNTER = { start: 24, length: 4 } as const;

/**
 * What stands on the disk at one moment: equal stamps mean that nothing was written in between. It covers the file, what SQLite
 * may keep beside it, and the change counter in the header, as a fast writer may leave size and time alone.
 * @param file the file's descriptor, held open: closing one would drop the locks that other code of this process has on it
 */
export function stampOf(path: string, file: number): string {
  const counter = Buffer.alloc(CHANGE_COUNTER.length);
  readSync(file, counter, 0, counter.length, CHANGE_COUNTER.start);
  try {
    const place = realpathSync.native(path);
    return [place, `${place}-wal`, `${place}-journal`].map(statusOf).join(' ') + ` ${counter.toString('hex')}`;
  } catch {
    return 'gone';
  }
}

/** Size and time of the last write of the file and its log: the same for a copy that kept them. */
export function lastWriteOf(path: string): string {
  return [path, `${path}-wal`].map((place) => statusOf(place).split(':').slice(2).join(':')).join(' ');
}

function statusOf(path: string): string {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? '-' : [status.dev, status.ino, status.size, status.mtimeNs].join(':');
}

/** @throws Fault when there is no such file, or none that may be read */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw faultOf(error, path);
  });
  const status = await file.stat();
  if (status.isFile()) return file;
  await file.close();
  throw status.isDirectory()
    ? new Fault(`a folder, not a database file: ${path}`, 'Choose a file in it.')
    : new Fault(`not a regular file: ${path}`, 'Choose a database file.');
}

function faultOf(error: unknown, path: string): Fault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const cause = { cause: error };
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Fault(`no such file: ${path}`, 'Check the path.', cause);
  if (code === 'EACCES' || code === 'EPERM') {
    return new Fault(`not allowed to read ${path}`, 'Change its permissions, or copy it.', cause);
  }
  return new Fault(`cannot open ${path}: ${messageOf(error)}`, 'Check the path.', cause);
}

const CHUNK = 8 * 1024 * 1024;

/** Fills the bytes from the file's start, in pieces, as one read stops at 2 GiB. @returns how many there were */
export async function readAll(file: FileHandle, bytes: Uint8Array): Promise<number> {
  let start = 0;
  while (start < bytes.length) {
    const length = Math.min(CHUNK, bytes.length - start);
    const { bytesRead } = await file.read(bytes, start, length, start);
    if (bytesRead === 0) break;
    start += bytesRead;
  }
  return start;
}
