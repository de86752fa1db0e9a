import type { Cell, Dataset } from '../../examples/dataset';

/** The rows of a table as objects by column. */
export function rowsOf(dataset: Dataset, name: string): readonly Readonly<Record<string, Cell>>[] {
  const table = dataset.tables.find((candidate) => candidate.name === name);
  if (table === undefined) throw new RangeError(`unknown table: ${name}`);
  return table.rows.map((row) =>
    Object.fromEntries(table.columns.map((column, index) => [column.name, row[index] ?? null])),
  );
}
