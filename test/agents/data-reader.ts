import { onTestFinished } from 'vitest';
import { recordedQuery } from '../../src/agents/query-log';
import { inOneBreath } from '../../src/base/breathe';
import type { DataReader } from '../../src/agents/roles';
import type { Query } from '../../src/board/board';
import { DEFAULT_LIMITS, type QueryLimits } from '../../src/database/port';
import { fakeDatabase } from '../fakes/database';

export const never = new AbortController().signal;

/** What roles read data through, on a real database that the SQL makes. `asked` holds every statement in order. */
export async function readerOf(
  sql: string,
  limits: Partial<QueryLimits> = {},
): Promise<DataReader & { readonly asked: readonly Query[] }> {
  const database = await fakeDatabase(sql);
  onTestFinished(() => database.close());
  const asked: Query[] = [];
  return {
    schema: await database.schema(never),
    breathe: inOneBreath,
    asked,
    async run(statement, purpose, signal) {
      const known = asked.find((query) => query.sql === statement);
      if (known) return known;
      const result = await database.query(statement, { ...DEFAULT_LIMITS, ...limits }, signal);
      const id = `Q${asked.length + 1}`;
      const query = recordedQuery(result, { id, sql: statement, purpose, by: 'test', at: '', fingerprint: '' });
      asked.push(query);
      return query;
    },
  };
}

/** `INSERT` for so many equal rows; the first column counts on from `from`. */
export function repeated(table: string, count: number, cells: string, from: number): string {
  return (
    `INSERT INTO ${table} WITH RECURSIVE c(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM c WHERE n < ${from + count - 1})` +
    ` SELECT n, ${cells} FROM c;`
  );
}
