import type { Column, Table } from '../../database/port';

/** The columns whose cells can be counted, sorted and told apart: not what is hidden, nor bytes, nor what only its own program can sort. */
export function comparableColumns(table: Table): readonly Column[] {
  return table.columns.filter((column) => !column.hidden && !/blob/i.test(column.type) && isComparable(column));
}

export function isComparable({ unknownCollation }: Column): boolean {
  return unknownCollation === undefined;
}
