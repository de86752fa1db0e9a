import * as z from 'zod';
import { sqlName } from '../../database/name';
import type { DataReader } from '../roles';
import { resultText } from './result-text';
import { findColumn, findTable } from './table-names';
import { answered, defineTool, type Tool } from './tool';

export function profileColumn(data: DataReader): Tool {
  return defineTool({
    name: 'profile_column',
    description: 'What a column holds: rows, filled and distinct values, range, and its most frequent values.',
    input: z.strictObject({ table: z.string(), column: z.string() }),
    async run(input, signal) {
      const table = findTable(data.schema, input.table);
      const column = findColumn(data.schema, table, input.column);
      const [from, name] = [sqlName(table.name), sqlName(column.name)];
      const about = `${table.name}.${column.name}`;
      const counts =
        `SELECT COUNT(*) AS row_count, COUNT(${name}) AS filled, COUNT(DISTINCT ${name}) AS distinct_values,` +
        ` MIN(${name}) AS least, MAX(${name}) AS greatest\nFROM ${from}`;
      const values = `SELECT ${name} AS value, COUNT(*) AS n\nFROM ${from}\nGROUP BY ${name}\nORDER BY n DESC, value\nLIMIT 20`;
      const profile = await data.run(counts, `profile of ${about}`, signal);
      const frequent = await data.run(values, `most frequent values of ${about}`, signal);
      return answered(`${resultText(profile)}\n${resultText(frequent)}`);
    },
  });
}
