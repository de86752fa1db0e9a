import * as z from 'zod';
import { QueryError, type Schema } from '../../database/port';
import type { DataReader } from '../roles';
import { suggestion } from './near-names';
import { resultText } from './result-text';
import { answered, defineTool, failed, type Tool } from './tool';

const input = z.strictObject({
  sql: z.string().describe('one SELECT or WITH statement'),
  purpose: z.string().describe('what it is to find out, in a few words'),
});

export function runSql(data: DataReader): Tool {
  return defineTool({
    name: 'run_sql',
    description:
      'Runs one read-only SQL statement and returns its rows with a query id such as Q4. Prefer aggregates over listings: ' +
      'long results are cut. The id is how evidence refers to the result.',
    input,
    async run({ sql, purpose }, signal) {
      try {
        return answered(resultText(await data.run(sql, purpose, signal)));
      } catch (error) {
        if (error instanceof QueryError) return failed(`${error.message}${hint(error.message, data.schema)}`);
        throw error;
      }
    },
  });
}

/** Names that the statement may have meant. */
function hint(message: string, schema: Schema): string {
  const table = /no such table: (?:\w+\.)?(.+)/.exec(message)?.[1];
  if (table !== undefined)
    return suggestion(
      table,
      schema.tables.map((each) => each.name),
    );
  const column = /no such column: (?:.*\.)?(.+?)(?: - .*)?$/m.exec(message)?.[1]?.replaceAll(/["`[\]]/g, '');
  if (column === undefined) return '';
  const exact = schema.tables.filter((each) =>
    each.columns.some(({ name }) => name.toLowerCase() === column.toLowerCase()),
  );
  if (exact.length > 0)
    return `; it is a column of ${exact
      .map((each) => each.name)
      .slice(0, 5)
      .join(', ')}`;
  return suggestion(
    column,
    schema.tables.flatMap((each) => each.columns.map(({ name }) => name)),
  );
}
