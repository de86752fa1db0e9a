import * as z from 'zod';
import type { DataReader } from '../roles';
import { cut, dataBlock } from './data-block';
import { findTable } from './table-names';
import { fullTableText } from './table-text';
import { answered, defineTool, type Tool } from './tool';

const MOST_CHARACTERS = 8_000;

export function describeTable(data: DataReader): Tool {
  return defineTool({
    name: 'describe_table',
    description:
      'All columns of a table or view with types, its keys in both directions, and the statement that made it. Runs no query.',
    input: z.strictObject({ table: z.string() }),
    async run({ table }) {
      const found = findTable(data.schema, table);
      return answered(dataBlock('schema', cut(fullTableText(found, data.schema), MOST_CHARACTERS)));
    },
  });
}
