import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import type { BoardEvent } from '../../src/board/events';
import { encodeEvent, printBoard } from '../../src/board/codec';
import { reduce } from '../../src/board/reduce';
import { FileBoardStore } from '../../src/storage/file/file-board-store';
import { journalOf } from '../../src/storage/file/journal-name';
import { boardOf, sampleEvents } from '../board/sample';
import { Crash, MemoryFiles } from './memory-files';

const file = '/cases/covid.d2board';
const journalFile = journalOf(file);
const storeOn = (files: MemoryFiles) => new FileBoardStore(file, { results: 'sample' }, files);
const resumed: BoardEvent = { type: 'resumed', at: '2026-05-05T08:00:00Z', by: 'person', fingerprint: 'sha256:5f1d' };

/** What happens to H1 alone: one event of nearly every type. */
const firstRun = sampleEvents.filter(
  (event) => !/"(V[2-9]|H([2-9]|10)|Q([2-9]|10)|E([2-9]|1\d))"/.test(encodeEvent(event)),
);
const allEvents: readonly BoardEvent[] = [...firstRun, resumed, ...sampleEvents.slice(-2)];

/** The boards after 0, 1, 2, … events. */
const states: (Board | undefined)[] = [undefined];
for (const event of allEvents) states.push(reduce(states.at(-1), event));

type Progress = { acknowledged: number; handedOver: number };

/**
 * A run from the state after `from` events to the end: two events at a time, a save after every fourth event, an end after the
 * first run's last event, and a second run that resumes.
 */
async function run(store: FileBoardStore, from: number, progress: Progress): Promise<void> {
  progress.acknowledged = progress.handedOver = from;
  for (let next = from; next < allEvents.length;) {
    const events = allEvents.slice(next, next === firstRun.length - 1 ? next + 1 : next + 2);
    next += events.length;
    progress.handedOver = next;
    await Promise.all(events.map((event) => store.append(event)));
    progress.acknowledged = next;
    const board = states[next];
    if (board === undefined) throw new Error('a run begins with an event');
    if (next === firstRun.length || next === allEvents.length) await store.finish(board);
    else if (next % 4 === 0) await store.save(board);
  }
}

async function crashedAt(operation: number, bytes: number): Promise<{ files: MemoryFiles; progress: Progress }> {
  const files = new MemoryFiles();
  files.crash = { operation, bytes };
  const progress: Progress = { acknowledged: 0, handedOver: 0 };
  await expect(run(storeOn(files), 0, progress)).rejects.toThrow(Crash);
  files.crash = undefined;
  return { files, progress };
}

/** Rows beyond the sample are gone once a run has ended and its journal with it. */
const asFiled = (board: Board | undefined): string | undefined => board && printBoard(board);

async function stateAfter(files: MemoryFiles, { acknowledged, handedOver }: Progress, where: string): Promise<number> {
  const board = await storeOn(files).load();
  const candidates = Array.from({ length: handedOver - acknowledged + 1 }, (_, more) => acknowledged + more);
  const state = candidates.find((count) => asFiled(board) === asFiled(states[count]));
  if (state === undefined) throw new Error(`${where}: neither the acknowledged events nor those handed over`);
  return state;
}

describe('a process that ends at any moment', async () => {
  const whole = new MemoryFiles();
  await run(storeOn(whole), 0, { acknowledged: 0, handedOver: 0 });
  const operations = [...whole.done];

  test('the run has every kind of operation', () => {
    expect(new Set(operations.map(({ operation }) => operation))).toEqual(new Set(['append', 'replace', 'remove']));
    expect([...whole.files.keys()]).toEqual([file]);
  });

  test('between and within file operations loses no acknowledged event, applies none twice, and the run can go on to the same end', async () => {
    for (const [operation, { bytes }] of operations.entries()) {
      for (const written of new Set([0, 1, Math.floor(bytes / 2), bytes - 1, bytes])) {
        const where = `operation ${operation} after ${written} of ${bytes} bytes`;
        const { files, progress } = await crashedAt(operation, written);
        const state = await stateAfter(files, progress, where);
        const store = storeOn(files);
        await store.load();
        await run(store, state, progress);
        const last = states.at(-1);
        if (state < allEvents.length) expect(files.text(file), where).toBe(asFiled(last));
        expect(asFiled(await storeOn(files).load()), where).toBe(asFiled(last));
      }
    }
  });

  test('a journal cut at any byte gives the events whose lines are whole', async () => {
    const files = new MemoryFiles();
    const store = storeOn(files);
    for (const event of firstRun) await store.append(event);
    const journal = files.files.get(journalFile);
    if (journal === undefined) throw new Error('there is a journal');
    for (let length = 0; length <= journal.length; length++) {
      files.files.set(journalFile, journal.subarray(0, length));
      const board = await storeOn(files).load();
      const whole = new TextDecoder().decode(journal.subarray(0, length)).split('\n').length - 1;
      expect(board, `cut at byte ${length}`).toEqual(states[Math.max(0, whole - 1)]);
    }
  });
});

describe('the journal', () => {
  test('gives back the rows that the file does not keep, before and after a save', async () => {
    for (const results of ['sample', 'none'] as const) {
      const files = new MemoryFiles();
      const store = new FileBoardStore(file, { results, redact: ['name'] }, files);
      for (const event of sampleEvents) await store.append(event);
      expect(await storeOn(files).load()).toEqual(boardOf(sampleEvents));
      await store.save(boardOf(sampleEvents));
      expect(files.text(file)).not.toContain('patient 60');
      expect(await storeOn(files).load()).toEqual(boardOf(sampleEvents));
    }
  });

  test('takes events that are appended together in one write, in their order', async () => {
    const files = new MemoryFiles();
    const store = storeOn(files);
    await Promise.all(sampleEvents.map((event) => store.append(event)));
    expect(files.done).toHaveLength(1);
    expect(await storeOn(files).load()).toEqual(boardOf(sampleEvents));
  });

  test('broken within is told by its line, and nothing is overwritten', async () => {
    const files = new MemoryFiles();
    for (const event of sampleEvents.slice(0, 5)) await storeWith(files, event);
    const lines = (files.text(journalFile) ?? '').split('\n');
    lines[2] = '{"type":"assum';
    const broken = new TextEncoder().encode(lines.join('\n'));
    files.files.set(journalFile, broken);
    const store = storeOn(files);
    await expect(store.load()).rejects.toThrow('.covid.d2board.journal, line 3: ');
    await expect(store.save(boardOf(sampleEvents))).rejects.toThrow('was changed by somebody else');
    expect(files.files.get(journalFile)).toBe(broken);
    expect(files.files.has(file)).toBe(false);
  });

  async function storeWith(files: MemoryFiles, event: BoardEvent): Promise<void> {
    const store = storeOn(files);
    await store.load();
    await store.append(event);
  }

  test('of a file that somebody changed after a crash is not applied to it', async () => {
    const files = new MemoryFiles();
    const store = storeOn(files);
    for (const event of sampleEvents.slice(0, 9)) await store.append(event);
    await store.save(boardOf(sampleEvents.slice(0, 9)));
    files.files.set(file, new TextEncoder().encode(printBoard(boardOf(sampleEvents.slice(0, 4)))));
    await expect(storeOn(files).load()).rejects.toMatchObject({
      name: 'Fault',
      message: 'covid.d2board was changed by somebody else while its journal was kept',
    });
  });
});
