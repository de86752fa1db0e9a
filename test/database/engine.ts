import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { DEFAULT_LIMITS, type Database, type QueryLimits, type ResultSet } from '../../src/database/port';
import { openSqlite, type SqliteOptions } from '../../src/database/sqlite/index';
import { sqliteBytes } from '../fakes/database';

const root = path.join(import.meta.dirname, '../..');

/** The worker bundled from today's sources: tests need no build before them. */
const workerScript = await bundleWorker();

async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/database/sqlite/worker.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  // Named by its content, so that test files that run at the same time share it.
  const folder = path.join(
    root,
    'node_modules/.cache/database-worker',
    createHash('sha256').update(code).digest('hex'),
  );
  const script = path.join(folder, 'database-worker.cjs');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
    const part = `${script}.${process.pid}`;
    copyFileSync(wasm, `${part}.wasm`);
    renameSync(`${part}.wasm`, path.join(folder, 'sql-wasm.wasm'));
    writeFileSync(part, code);
    renameSync(part, script);
  }
  return script;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'd2-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database file that the SQL makes. */
export async function databaseFile(sql: string): Promise<string> {
  const file = path.join(temporaryFolder(), 'data.sqlite');
  writeFileSync(file, await sqliteBytes(sql));
  return file;
}

/** The engine on a file, closed after the test. */
export async function engineOn(file: string, options: SqliteOptions = {}): Promise<Database> {
  const database = await openSqlite(file, { workerScript, workers: 2, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** The engine on a new file that the SQL makes. */
export async function engine(sql: string, options: SqliteOptions = {}): Promise<Database> {
  return engineOn(await databaseFile(sql), options);
}

export function ask(
  database: Database,
  sql: string,
  limits: Partial<QueryLimits> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ResultSet> {
  return database.query(sql, { ...DEFAULT_LIMITS, ...limits }, signal);
}

/** Counts forever, one row or none. */
export const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c';

/** Counts to a million: enough work for a few progress questions. */
export const NUMBERS = (count: number): string =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c`;
