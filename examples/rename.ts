import type { Cell, Dataset, DatasetColumn, DatasetTable } from './dataset';

/**
 * Other names for the same data. A column's name stands for that column in every table that has it. What is not named keeps
 * its name, except that a column under `values` must list every value it holds.
 */
export type Vocabulary = {
  readonly tables: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
  /** By column, then by the value as text. */
  readonly values: Readonly<Record<string, Readonly<Record<string, Cell>>>>;
};

/**
 * The dataset under other names, the rows and their order unchanged.
 * @throws RangeError for a name of the vocabulary that the dataset does not have, and for a value that it forgot
 */
export function renamed(dataset: Dataset, vocabulary: Vocabulary): Dataset {
  const tables = new Set(dataset.tables.map((table) => table.name));
  const columns = new Set(dataset.tables.flatMap((table) => table.columns.map((column) => column.name)));
  for (const name of Object.keys(vocabulary.tables)) {
    if (!tables.has(name)) throw new RangeError(`unknown table in the vocabulary: ${name}`);
  }
  for (const name of [...Object.keys(vocabulary.columns), ...Object.keys(vocabulary.values)]) {
    if (!columns.has(name)) throw new RangeError(`unknown column in the vocabulary: ${name}`);
  }
  return { tables: dataset.tables.map((table) => renamedTable(table, vocabulary)) };
}

function renamedTable(table: DatasetTable, { tables, columns, values }: Vocabulary): DatasetTable {
  const tableName = (name: string): string => tables[name] ?? name;
  const columnName = (name: string): string => columns[name] ?? name;
  const dictionaries = table.columns.map((column) => values[column.name]);
  return {
    name: tableName(table.name),
    columns: table.columns.map((column) => ({
      name: columnName(column.name),
      type: renamedType(column, values[column.name]),
    })),
    primaryKey: table.primaryKey.map(columnName),
    foreignKeys: table.foreignKeys.map((key) => ({
      column: columnName(key.column),
      table: tableName(key.table),
      references: columnName(key.references),
    })),
    rows: table.rows.map((row) =>
      row.map((cell, index) => {
        const dictionary = dictionaries[index];
        if (dictionary === undefined || cell === null) return cell;
        const other = dictionary[String(cell)];
        if (other === undefined) {
          throw new RangeError(`no other name for a value: ${table.name}.${table.columns[index]?.name} = ${cell}`);
        }
        return other;
      }),
    ),
  };
}

function renamedType(
  column: DatasetColumn,
  dictionary: Vocabulary['values'][string] | undefined,
): DatasetColumn['type'] {
  if (dictionary === undefined) return column.type;
  return Object.values(dictionary).every((value) => typeof value === 'number') ? 'INTEGER' : 'TEXT';
}
