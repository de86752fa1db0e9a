import type { Schema, Table } from '../../database/port';
import { cut, onOneLine } from './data-block';

const MOST_COLUMNS = 60;

/** A table in a few lines: rows, key, columns with types, keys to other tables. */
export function tableText(table: Table): string {
  const kind = table.kind === 'table' ? '' : `${table.kind}, `;
  if (table.unreadable !== undefined)
    return `${onOneLine(table.name)} (${kind}cannot be read: ${onOneLine(table.unreadable)})`;
  const facts = [
    `${kind}${rowsText(table)}`,
    ...(table.primaryKey.length > 0 ? [`key ${table.primaryKey.join(', ')}`] : []),
    ...table.unique.map((columns) => `unique ${columns.join(', ')}`),
  ];
  const columns = table.columns.filter((column) => !column.hidden);
  const listed = columns
    .slice(0, MOST_COLUMNS)
    .map((column) => `${column.name}${column.type === '' ? '' : ` ${column.type}`}`);
  const more = columns.length - listed.length;
  return [
    `${onOneLine(table.name)} (${onOneLine(facts.join('; '))})`,
    `  ${onOneLine(listed.join(', '))}${more > 0 ? `, … [cut: ${more} more columns]` : ''}`,
    ...table.foreignKeys.map((key) =>
      onOneLine(`  ${key.columns.join(', ')} → ${key.table}(${key.references.join(', ')})`),
    ),
  ].join('\n');
}

/** A table in full: every column, keys both ways, the statement that made it. */
export function fullTableText(table: Table, schema: Schema): string {
  const columns = table.columns.map((column) => {
    const marks = [column.notNull && 'not null', column.generated && 'generated', column.hidden && 'hidden'].filter(
      Boolean,
    );
    return onOneLine(`  ${[column.name, column.type, ...marks].filter((part) => part !== '').join(' ')}`);
  });
  const incoming = schema.tables.flatMap((other) =>
    other.foreignKeys
      .filter((key) => key.table.toLowerCase() === table.name.toLowerCase())
      .map((key) => onOneLine(`  ${other.name}(${key.columns.join(', ')}) → ${key.references.join(', ')}`)),
  );
  const [head = '', , ...outgoing] = tableText(table).split('\n');
  return [head, 'columns:', ...columns, ...(outgoing.length > 0 ? ['keys to:', ...outgoing] : [])]
    .concat(incoming.length > 0 ? ['keys from:', ...incoming] : [])
    .concat(table.sql === '' ? [] : ['made by:', cut(table.sql, 2_000)])
    .join('\n');
}

function rowsText({ rowCount }: Table): string {
  if (rowCount === undefined) return 'rows not counted';
  return `${rowCount.exact ? '' : 'about '}${rowCount.rows} rows`;
}
