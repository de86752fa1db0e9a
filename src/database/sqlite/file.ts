import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { messageOf, Fault } from '../../base/fault';
import { HEADER_LENGTH, readHeader, type Header } from './header';

/** What stands on the disk at one moment: equal stamps mean that nothing was written in between. */
export type Stamp = string;

export type DatabaseFile = { readonly path: string; readonly length: number; readonly header: Header };

/** @throws Fault when there is no such file, or when it is no SQLite file */
export async function inspectFile(path: string): Promise<DatabaseFile> {
  const file = await openFile(path);
  try {
    const status = await file.stat();
    if (status.isDirectory()) throw new Fault(`a folder, not a database file: ${path}`, 'Choose a file in it.');
    if (!status.isFile()) throw new Fault(`not a regular file: ${path}`, 'Choose a database file.');
    const head = Buffer.alloc(512);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const header = readHeader(head.subarray(0, bytesRead), path);
    return { path: await realpath(path), length: status.size, header };
  } finally {
    await file.close();
  }
}

/** The state of the file and of the two files that SQLite may keep beside it. */
export async function stampOf(path: string): Promise<Stamp> {
  const [main, log, journal, head] = await Promise.all([
    stamp(path),
    stamp(`${path}-wal`),
    stamp(`${path}-journal`),
    changeCounter(path),
  ]);
  return [main, log, journal, head].join(' ');
}

async function stamp(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs].join(':');
  } catch {
    return '-';
  }
}

/** As stored; '-' for what cannot be read, which opening tells better. */
async function changeCounter(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  try {
    const bytes = Buffer.alloc(HEADER_LENGTH);
    await file?.read(bytes, 0, HEADER_LENGTH, 0);
    return bytes.toString('hex', 24, 28);
  } catch {
    return '-';
  } finally {
    await file?.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Fault(`no such file: ${path}`, 'Check the path.', { cause: error });
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Fault(`not allowed to read ${path}`, 'Change its permissions, or copy it.', { cause: error });
    }
    throw new Fault(`cannot open ${path}: ${messageOf(error)}`, undefined, { cause: error });
  }
}
