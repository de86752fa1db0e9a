import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { investigate } from '../../src/agents/detective';
import { offlineTeam } from '../../src/agents/offline/team';
import type { Board } from '../../src/board/board';
import type { Value } from '../../src/board/value';
import type { Database, Schema } from '../../src/database/port';
import { stillClock } from '../agents/investigations';
import { ask, engineOn, temporaryFolder } from '../database/engine';
import { MemoryBoardStore } from '../fakes/board-store';
import { sqliteBytes } from '../fakes/database';

/** Files by name; the first one is the database, the others lie beside it. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** A database made to be hard, and what is right about it. */
export type HostileDatabase = {
  readonly name: string;
  /** SQL that makes it, or its files. */
  readonly content: string | (() => Promise<Files>);
  /** Statements with their right rows. */
  readonly answers?: readonly (readonly [sql: string, rows: readonly (readonly Value[])[]])[];
  /** Statements that cannot be answered, with what is said instead. */
  readonly failures?: readonly (readonly [sql: string, message: RegExp])[];
  /** What the schema must say. */
  readonly schema?: (schema: Schema) => void;
  /** A whole offline investigation: its question, and what the board must hold. */
  readonly investigation?: { readonly question: string; readonly finds: (board: Board) => void };
};

export const never = new AbortController().signal;

export const WAYS = [
  ['in memory', 1e9],
  ['page by page', 0],
] as const;

/**
 * Opens every database with the product's engine in both of its ways, asks what is asked of it, and compares the folder byte for byte
 * with what it was before: no file is created, changed, renamed or touched.
 */
export function describeCorpus(kind: string, databases: readonly HostileDatabase[]): void {
  const made = new Map<string, Promise<Files>>();
  const once = ({ name, content }: HostileDatabase): Promise<Files> => {
    const files = made.get(name) ?? filesOf(content);
    made.set(name, files);
    return files;
  };
  describe.each(WAYS)(`${kind}, read %s`, (_way, imageUpTo) => {
    test.each(databases)('$name', async (hostile) => {
      const file = filesIn(temporaryFolder(), await once(hostile));
      const before = footprint(path.dirname(file));
      const database = await engineOn(file, { imageUpTo, workers: 1 });
      hostile.schema?.(await database.schema(never));
      for (const [sql, rows] of hostile.answers ?? []) {
        expect((await ask(database, sql)).rows, sql).toStrictEqual(rows);
      }
      for (const [sql, message] of hostile.failures ?? []) {
        await expect(ask(database, sql), sql).rejects.toMatchObject({ name: 'QueryError', message });
      }
      const { investigation } = hostile;
      if (investigation) investigation.finds(await investigateOffline(database, investigation.question));
      await database.close();
      expect(footprint(path.dirname(file))).toEqual(before);
    });
  });
}

async function filesOf(content: HostileDatabase['content']): Promise<Files> {
  return typeof content === 'string' ? { 'data.sqlite': await sqliteBytes(content) } : content();
}

/** Writes the files. @returns the path of the first one */
export function filesIn(folder: string, files: Files): string {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  return path.join(folder, Object.keys(files)[0] ?? '');
}

/** Every file of a folder by name, with its bytes, its inode, and when it was written last. */
export function footprint(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder).map((name): [string, string] => {
    const place = path.join(folder, name);
    const { ino, mode, mtimeNs } = statSync(place, { bigint: true });
    return [name, `${ino} ${mode} ${mtimeNs} ${readFileSync(place).toString('base64')}`];
  });
  return Object.fromEntries(files);
}

export async function investigateOffline(database: Database, question: string): Promise<Board> {
  return investigate(question, {
    database,
    databasePath: 'data.sqlite',
    store: new MemoryBoardStore(),
    team: offlineTeam,
    clock: stillClock,
    collectors: 1,
    stop: never,
    signal: never,
  });
}

/** Name of each relation with what is wrong with it. */
export function standingOf({ tables }: Schema): Readonly<Record<string, string>> {
  return Object.fromEntries(tables.map(({ name, unreadable }) => [name, unreadable ?? 'readable']));
}
