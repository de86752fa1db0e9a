import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault';
import { NewerBoard, printBoard } from '../../src/board/codec';
import { reduce } from '../../src/board/reduce';
import { FileBoardStore } from '../../src/storage/file/file-board-store';
import { journalOf } from '../../src/storage/file/journal-name';
import { nodeFiles, type Files } from '../../src/storage/file/files';
import { boardOf, sampleBoard, sampleEvents } from '../board/sample';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'board-'));
  file = path.join(folder, 'covid.d2board');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = '2026-05-05T08:00:00Z';
const pin = { type: 'pinned', at, by: 'person', hypothesis: 'H1', pinned: true } as const;

function failing(code: string, operation: keyof Files): Files {
  const fail = (): Promise<never> => Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
  return { ...nodeFiles, [operation]: fail };
}

describe('a board in a file', () => {
  test('there is none at first; a run leaves the board file alone in the folder', async () => {
    const store = new FileBoardStore(file);
    expect(await store.load()).toBeUndefined();
    for (const event of sampleEvents) await store.append(event);
    expect(await readdir(folder)).toEqual(['.covid.d2board.journal']);
    await store.save(sampleBoard());
    expect((await readdir(folder)).sort()).toEqual(['.covid.d2board.journal', 'covid.d2board']);
    await store.finish(sampleBoard());
    expect(await readdir(folder)).toEqual(['covid.d2board']);
    expect(await readFile(file, 'utf8')).toBe(printBoard(sampleBoard()));
  });

  test('a finished board takes more events, by the same store or by another', async () => {
    const store = new FileBoardStore(file);
    await Promise.all(sampleEvents.map((event) => store.append(event)));
    await store.finish(sampleBoard());
    const pinned = reduce(sampleBoard(), pin);
    await store.append(pin);
    await store.finish(pinned);
    const other = new FileBoardStore(file, { results: 'sample' });
    const board = await other.load();
    if (board === undefined) throw new Error('the board is there');
    expect(board.hypotheses[0]?.pinned).toBe(true);
    const unpin = { ...pin, pinned: false };
    await other.append(unpin);
    await other.save(reduce(board, unpin));
    expect((await new FileBoardStore(file).load())?.hypotheses[0]).not.toHaveProperty('pinned');
  });

  test('events and saves that are called without waiting are written in the order of the calls', async () => {
    const store = new FileBoardStore(file);
    const calls = [
      ...sampleEvents.slice(0, 10).map((event) => store.append(event)),
      store.save(boardOf(sampleEvents.slice(0, 10))),
      ...sampleEvents.slice(10).map((event) => store.append(event)),
    ];
    await Promise.all(calls);
    const lines = (await readFile(journalOf(file), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + sampleEvents.length + 1);
    expect(lines.findIndex((line) => line.startsWith('{"saved":'))).toBe(11);
    expect(await new FileBoardStore(file).load()).toEqual(sampleBoard());
  });

  test.runIf(process.platform !== 'win32')('a link stays a link, and the mode of the file stays', async () => {
    const target = path.join(folder, 'real.d2board');
    await writeFile(target, printBoard(sampleBoard()), { mode: 0o640 });
    await symlink(target, file);
    const store = new FileBoardStore(file);
    await store.load();
    await store.save(reduce(sampleBoard(), pin));
    expect((await stat(target)).mode & 0o777).toBe(0o640);
    expect(await readFile(target, 'utf8')).toContain('"pinned": true');
    expect((await readdir(folder)).sort()).toEqual(['covid.d2board', 'real.d2board']);
  });

  test('a write that fails leaves the file as it was, and no temporary', async () => {
    await writeFile(file, printBoard(sampleBoard()));
    const store = new FileBoardStore(path.join(folder, 'gone', 'covid.d2board'));
    await expect(store.save(sampleBoard())).rejects.toThrow('could not be read or written: ENOENT');
    expect(await readdir(folder)).toEqual(['covid.d2board']);
  });
});

describe('what somebody else wrote is never overwritten', () => {
  test('a hand edit since the board was read', async () => {
    await writeFile(file, printBoard(sampleBoard()));
    const store = new FileBoardStore(file);
    await store.load();
    const edited = printBoard(sampleBoard()).replace('St. Mary', 'St. Anne');
    await writeFile(file, edited);
    await expect(store.save(sampleBoard())).rejects.toBeInstanceOf(Fault);
    await expect(store.append(pin)).rejects.toThrow('covid.d2board was changed by somebody else since it was read');
    expect(await readFile(file, 'utf8')).toBe(edited);
    expect(await readdir(folder)).toEqual(['covid.d2board']);
  });

  test('a file of which this store knows nothing', async () => {
    await writeFile(file, 'precious');
    await expect(new FileBoardStore(file).save(sampleBoard())).rejects.toBeInstanceOf(Fault);
    const store = new FileBoardStore(file);
    await expect(store.load()).rejects.toThrow('covid.d2board, line 1: not JSON');
    await expect(store.finish(sampleBoard())).rejects.toBeInstanceOf(Fault);
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  test('a board of a later version, and a file that is not UTF-8', async () => {
    await writeFile(file, '{ "d2board": 2 }');
    await expect(new FileBoardStore(file).load()).rejects.toBeInstanceOf(NewerBoard);
    await writeFile(file, Uint8Array.of(0x7b, 0xff, 0x7d));
    await expect(new FileBoardStore(file).load()).rejects.toThrow('covid.d2board is not UTF-8 text');
  });

  test('the second of two writers is refused, whether it saves, appends or begins a run', async () => {
    await writeFile(file, printBoard(sampleBoard()));
    const [first, second, third] = [new FileBoardStore(file), new FileBoardStore(file), new FileBoardStore(file)];
    await Promise.all([first.load(), second.load()]);
    await first.append(pin);
    await expect(second.append(pin)).rejects.toThrow('the journal of covid.d2board was changed by somebody else');
    await expect(second.save(sampleBoard())).rejects.toBeInstanceOf(Fault);
    await third.load();
    await first.append({ ...pin, pinned: false });
    await expect(third.append(pin)).rejects.toBeInstanceOf(Fault);
    await first.finish(sampleBoard());
    await expect(third.save(sampleBoard())).rejects.toBeInstanceOf(Fault);
    expect(await readFile(file, 'utf8')).toBe(printBoard(sampleBoard()));
  });
});

describe('a disk that refuses', () => {
  test.each([
    ['EACCES', 'append', 'Make the file and its folder writable'],
    ['EROFS', 'append', 'The disk is read-only'],
    ['ENOSPC', 'append', 'The disk is full'],
    ['EEXIST', 'append', 'Another investigation writes to this board'],
  ] as const)('%s on %s is told with a next step', async (code, operation, next) => {
    const store = new FileBoardStore(file, { results: 'sample' }, failing(code, operation));
    const fault: unknown = await store.append(sampleEvents[0] ?? pin).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ message: `covid.d2board could not be read or written: ${code}: no` });
    expect((fault as Fault).next).toContain(next);
  });

  test('an event that could not be written whole is cut off before the next one', async () => {
    let full = false;
    const files: Files = {
      ...nodeFiles,
      append: async (name, start, text) => {
        await nodeFiles.append(name, start, full ? text.slice(0, 9) : text);
        if (full) throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
      },
    };
    const store = new FileBoardStore(file, { results: 'sample' }, files);
    const [started, assumed, limited] = sampleEvents;
    if (!started || !assumed || !limited) throw new Error('the sample has events');
    await store.append(started);
    full = true;
    await expect(store.append(assumed)).rejects.toThrow('ENOSPC');
    full = false;
    await store.append(limited);
    expect(await new FileBoardStore(file).load()).toEqual(boardOf([started, limited]));
  });

  test.runIf(process.platform !== 'win32')('a file made read-only is left alone', async () => {
    await writeFile(file, printBoard(sampleBoard()));
    await chmod(file, 0o444);
    await asOrdinaryUser(async () => {
      const store = new FileBoardStore(file);
      await store.load();
      await expect(store.save(reduce(sampleBoard(), pin))).rejects.toThrow('EACCES');
    });
    expect(await readFile(file, 'utf8')).toBe(printBoard(sampleBoard()));
  });
});

/** The superuser may write everything, so a test that runs as one steps back for a while. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  const nobody = 65_534;
  await Promise.all([folder, file].map((name) => chown(name, nobody, nobody)));
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
