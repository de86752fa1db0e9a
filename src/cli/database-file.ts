import type { Database } from '../database/port';
import { openSqlite } from '../database/sqlite/index';

/** Does something with a database file, and closes it. Ctrl+C ends what runs. */
export async function withDatabase<T>(
  file: string,
  work: (database: Database, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const database = await openSqlite(file);
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Interrupted('interrupted'));
  process.once('SIGINT', onInterrupt);
  try {
    return await work(database, interrupt.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
    await database.close();
  }
}

/** The user ended it with Ctrl+C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
