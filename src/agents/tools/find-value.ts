import * as z from 'zod';
import { QueryError, type Table } from '../../database/port';
import { sqlName } from '../../database/name';
import { quoteValue } from '../../database/quote';
import { comparableColumns } from '../analysis/comparable';
import type { DataReader } from '../roles';
import { dataBlock } from './data-block';
import { resultText } from './result-text';
import { findTable } from './table-names';
import { answered, defineTool, type Tool } from './tool';

/** SQLite takes 500 terms in a compound SELECT; one statement stays well below and within its time. */
const COLUMNS_A_QUERY = 100;
const MOST_QUERIES = 5;

export function findValue(data: DataReader): Tool {
  return defineTool({
    name: 'find_value',
    description:
      'Finds the tables and columns in which a text or number occurs (part of a cell, in any case), with counts and an example.',
    input: z.strictObject({
      text: z.string().min(1),
      table: z.string().optional().describe('search this table only'),
    }),
    async run({ text, table }, signal) {
      const tables = table === undefined ? data.schema.tables.filter(isReadable) : [findTable(data.schema, table)];
      const columns = tables.flatMap(columnsOf);
      const answers: string[] = [];
      for (const part of chunks(columns, COLUMNS_A_QUERY).slice(0, MOST_QUERIES)) {
        try {
          answers.push(resultText(await data.run(searchSql(part, text), `where ${text} occurs`, signal)));
        } catch (error) {
          if (!(error instanceof QueryError)) throw error;
          const names = [...new Set(part.map((each) => each.table))].join(', ');
          answers.push(
            dataBlock('search', `not searched: ${names} (${error.message}); name one table to search it alone`),
          );
        }
      }
      const left = columns.length - COLUMNS_A_QUERY * MOST_QUERIES;
      if (left > 0) answers.push(`[cut: ${left} columns were not searched; name a table to search it alone]`);
      return answered(answers.join('\n'));
    },
  });
}

type Place = { readonly table: string; readonly column: string };

function columnsOf(table: Table): Place[] {
  return comparableColumns(table).map((column) => ({ table: table.name, column: column.name }));
}

function searchSql(places: readonly Place[], text: string): string {
  const pattern = quoteValue(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const terms = places.map(({ table, column }) => {
    const name = sqlName(column);
    return (
      `SELECT ${quoteValue(table)} AS table_name, ${quoteValue(column)} AS column_name, COUNT(*) AS n, MIN(${name}) AS example` +
      ` FROM ${sqlName(table)} WHERE CAST(${name} AS TEXT) LIKE ${pattern} ESCAPE '\\'`
    );
  });
  return `SELECT * FROM (\n${terms.join('\nUNION ALL ')}\n) WHERE n > 0 ORDER BY n DESC, table_name, column_name`;
}

function isReadable(table: Table): boolean {
  return table.unreadable === undefined;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
