import type { Command } from 'commander';
import { formatCount } from '../base/format';
import type { Schema, Table } from '../database/port';
import { withDatabase } from './database-file';
import { oneLine, safeData } from './safe-text';
import type { Terminal } from './terminal';
import { alignedLines } from './text-table';

export function addSchema(program: Command, terminal: Terminal): void {
  program
    .command('schema')
    .description('list tables and columns, and what could not be read')
    .argument('<db>', 'database file')
    .option('--json', 'print one JSON object')
    .action((file: string, flags: { readonly json?: boolean }) => schema(file, flags.json ?? false, terminal));
}

async function schema(file: string, json: boolean, terminal: Terminal): Promise<void> {
  const found = await withDatabase(file, (database, signal) => database.schema(signal));
  if (json) terminal.printJson(found);
  else terminal.print(schemaText(safeData(found), terminal));
}

function schemaText({ tables, notes }: Schema, terminal: Terminal): string {
  const blocks = tables.map((table) => tableText(table, terminal));
  if (tables.length === 0) blocks.push('The database has no tables.');
  if (notes.length > 0) blocks.push(notes.map((note) => `note: ${oneLine(note)}`).join('\n'));
  return blocks.join('\n\n');
}

function tableText(table: Table, { colors }: Terminal): string {
  const title = `${colors.bold(oneLine(table.name))} (${table.kind}${rowsText(table)})`;
  const unreadable =
    table.unreadable === undefined ? [] : [colors.red(`  could not be read: ${oneLine(table.unreadable)}`)];
  if (table.columns.length === 0) return [title, ...unreadable].join('\n');
  const rows = table.columns.map(({ name, type, notNull, generated, hidden }) => {
    const key = table.primaryKey.includes(name) ? ['primary key'] : [];
    const foreign = table.foreignKeys.flatMap((each) => {
      const place = each.columns.indexOf(name);
      return place < 0 ? [] : [`→ ${[each.table, each.references[place]].filter(Boolean).join('.')}`];
    });
    const unique = table.unique.some((columns) => columns.length === 1 && columns[0] === name) ? ['unique'] : [];
    const marks = [
      ...key,
      ...unique,
      ...(notNull && key.length === 0 ? ['not null'] : []),
      ...(generated ? ['generated'] : []),
      ...(hidden ? ['hidden'] : []),
      ...foreign,
    ];
    return [`  ${oneLine(name)}`, oneLine(type), oneLine(marks.join(', '))];
  });
  return [title, ...unreadable, ...alignedLines(rows)].join('\n');
}

function rowsText({ rowCount }: Table): string {
  if (rowCount === undefined) return '';
  return `, ${rowCount.exact ? '' : 'about '}${formatCount(rowCount.rows)} ${rowCount.rows === 1 ? 'row' : 'rows'}`;
}
