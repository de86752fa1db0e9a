import type { Column, Schema, Table } from '../../database/port';
import { Fault } from '../../base/fault';
import { suggestion } from './near-names';

/** The table of that name in any case. Throws a `Fault` that names near misses. */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.find((each) => same(each.name, name));
  if (table === undefined) {
    throw new Fault(
      `unknown table: ${name}${suggestion(
        name,
        schema.tables.map((each) => each.name),
      )}`,
    );
  }
  if (table.unreadable !== undefined)
    throw new Fault(`${table.kind} ${table.name} cannot be read: ${table.unreadable}`);
  return table;
}

/** The column of that name in any case. Throws a `Fault` that names near misses, and other tables that have it. */
export function findColumn(schema: Schema, table: Table, name: string): Column {
  const column = table.columns.find((each) => same(each.name, name));
  if (column !== undefined) return column;
  const elsewhere = schema.tables.filter((each) => each.columns.some((own) => same(own.name, name)));
  const hint =
    elsewhere.length > 0
      ? `; ${elsewhere
          .slice(0, 5)
          .map((each) => `${each.name}.${name}`)
          .join(', ')} exists`
      : suggestion(
          name,
          table.columns.map((each) => each.name),
        );
  throw new Fault(`unknown column: ${table.name}.${name}${hint}`);
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
