import { isReading } from './policy';
import type { SqlJs } from './sqljs';

/** What SQLite asks us while it prepares and runs a statement. */
export type Hooks = {
  /** Whether a statement may do this; see sqlite3_set_authorizer for actions and operands. */
  allows(action: number, first: string | undefined, second: string | undefined): boolean;
  /** Asked every 10,000 operations of the virtual machine; `true` stops the statement. */
  interrupted(): boolean;
};

const OPERATIONS_BETWEEN_QUESTIONS = 10_000;
const [SQLITE_OK, SQLITE_DENY, SQLITE_INTERRUPT, SQLITE_AUTH] = [0, 1, 9, 23];

/** Distances in `struct sqlite3` from xUpdateCallback, in bytes (SQLite 3.54.1, wasm32; docs/decisions/0003). */
const AUTHORIZER = 112;
const PROGRESS = 120;
const PROGRESS_INTERVAL = 128;

/**
 * Sets authorizer and progress handler, which SQLite has and sql.js does not export, by writing them into the connection.
 * @returns what takes them away, or `undefined` when the connection does not look as expected
 */
export function installHooks(sqlJs: SqlJs, connection: number, hooks: Hooks): (() => void) | undefined {
  const base = updateCallbackAddress(sqlJs, connection);
  if (base === undefined || !isUnset(sqlJs, base)) return undefined;
  const text = (pointer: number | undefined): string | undefined => (pointer ? sqlJs.textAt(pointer) : undefined);
  const authorizer = sqlJs.addFunction(
    (_context = 0, action = 0, first, second) =>
      hooks.allows(action, text(first), text(second)) ? SQLITE_OK : SQLITE_DENY,
    'iiiiiii',
  );
  const progress = sqlJs.addFunction(() => Number(hooks.interrupted()), 'ii');
  const write = (distance: number, word: number): void =>
    new DataView(sqlJs.memory.buffer).setUint32(base + distance, word, true);
  write(AUTHORIZER, authorizer);
  write(PROGRESS, progress);
  write(PROGRESS_INTERVAL, OPERATIONS_BETWEEN_QUESTIONS);
  return () => {
    for (const distance of [AUTHORIZER, PROGRESS, PROGRESS_INTERVAL]) write(distance, 0);
    sqlJs.removeFunction(authorizer);
    sqlJs.removeFunction(progress);
  };
}

/** Whether the hooks do their work in this build of SQLite: they deny a write and stop an endless query. */
export function hooksWork(sqlJs: SqlJs): boolean {
  const { connection, close } = sqlJs.open(undefined);
  try {
    let questions = 0;
    const remove = installHooks(sqlJs, connection, {
      allows: isReading,
      interrupted: () => ++questions > 1,
    });
    if (remove === undefined) return false;
    const endless =
      'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1e6) SELECT n FROM c WHERE n < 0';
    const works =
      run(sqlJs, connection, 'CREATE TABLE written (a)') === SQLITE_AUTH &&
      run(sqlJs, connection, endless) === SQLITE_INTERRUPT &&
      questions === 2;
    remove();
    return works;
  } finally {
    close();
  }
}

/** Whether authorizer, progress handler and what belongs to them are all zero, as in a fresh connection. */
function isUnset(sqlJs: SqlJs, base: number): boolean {
  const view = new DataView(sqlJs.memory.buffer);
  for (let distance = AUTHORIZER; distance <= PROGRESS_INTERVAL; distance += 4) {
    if (view.getUint32(base + distance, true) !== 0) return false;
  }
  return true;
}

/** Finds where the public sqlite3_update_hook stores its callback, by looking for what it stored. */
function updateCallbackAddress(sqlJs: SqlJs, connection: number): number | undefined {
  const [callback, context] = [0x0d2d2d01, 0x0d2d2d02];
  sqlJs._sqlite3_update_hook(connection, callback, context);
  const view = new DataView(sqlJs.memory.buffer);
  let found: number | undefined;
  for (let address = connection; address < connection + 1024; address += 4) {
    if (view.getUint32(address, true) === context && view.getUint32(address + 4, true) === callback) {
      found = address + 4;
      break;
    }
  }
  sqlJs._sqlite3_update_hook(connection, 0, 0);
  return found;
}

/** Runs one statement to its first row and returns the primary result code. */
function run(sqlJs: SqlJs, connection: number, sql: string): number {
  const [text, place] = [sqlJs.newText(sql), sqlJs._malloc(4)];
  try {
    const prepared = sqlJs._sqlite3_prepare_v2(connection, text, -1, place, 0);
    if (prepared !== SQLITE_OK) return prepared & 0xff;
    const statement = new DataView(sqlJs.memory.buffer).getUint32(place, true);
    const stepped = sqlJs._sqlite3_step(statement);
    sqlJs._sqlite3_finalize(statement);
    return stepped & 0xff;
  } finally {
    sqlJs._free(text);
    sqlJs._free(place);
  }
}
