import type { Command } from 'commander';
import { formatCount } from '../base/format';
import { encodeValue, type Value } from '../board/value';
import { cellText } from '../board/views/cell-text';
import { DEFAULT_LIMITS, type ResultSet } from '../database/port';
import { withDatabase } from './database-file';
import { numberFlag } from './flags';
import { oneLine, safeText } from './safe-text';
import type { Terminal } from './terminal';
import { cutTo, textTable } from './text-table';

type QueryFlags = { readonly json?: boolean; readonly timeout: number };

const MOST_SECONDS = 120;
const WIDEST_CELL = 60;

export function addQuery(program: Command, terminal: Terminal): void {
  program
    .command('query')
    .description('run one reading statement and show its result')
    .argument('<db>', 'database file')
    .argument('<sql>', 'the statement')
    .option('--json', 'print one JSON object')
    .option(
      '--timeout <seconds>',
      `stop after so many seconds, up to ${MOST_SECONDS}`,
      numberFlag({ most: MOST_SECONDS }),
      DEFAULT_LIMITS.milliseconds / 1000,
    )
    .action((file: string, sql: string, flags: QueryFlags) => query(file, sql, flags, terminal));
}

async function query(file: string, sql: string, { json, timeout }: QueryFlags, terminal: Terminal): Promise<void> {
  const limits = { ...DEFAULT_LIMITS, milliseconds: timeout * 1000 };
  const result = await withDatabase(file, (database, signal) => database.query(sql, limits, signal));
  if (json) terminal.printJson({ ...result, rows: result.rows.map((row) => row.map(encodeValue)) });
  else printResult(result, terminal);
}

function printResult(result: ResultSet, terminal: Terminal): void {
  const { columns, rows, rowCount, milliseconds, cut, warnings } = result;
  let narrowed = 0;
  const cells = rows.map((row) =>
    row.map((value) => {
      const text = safeCell(value);
      const shown = cutTo(text, WIDEST_CELL);
      if (shown !== text) narrowed++;
      return shown;
    }),
  );
  const isNumber = (index: number): boolean =>
    rows.some((row) => row[index] !== null) &&
    rows.every((row) => row[index] === null || typeof row[index] === 'number' || typeof row[index] === 'bigint');
  terminal.print(
    textTable(
      columns.map((title, index) => ({ title: oneLine(title), align: isNumber(index) ? 'right' : 'left' })),
      cells,
      terminal.colors.dim,
    ),
  );
  const count = typeof rowCount === 'number' ? formatCount(rowCount) : `at least ${formatCount(rowCount.atLeast)}`;
  terminal.say(`${count} ${rowCount === 1 ? 'row' : 'rows'} in ${Math.round(milliseconds)} ms`);
  if (typeof rowCount !== 'number') terminal.say('note: stopped at its time limit; more rows may follow (--timeout)');
  if (cut && cut.rows > 0) {
    terminal.say(`note: ${formatCount(cut.rows)} rows are not shown; narrow the statement, or use LIMIT and OFFSET`);
  }
  if (cut && cut.characters > 0) {
    terminal.say(`note: ${formatCount(cut.characters)} characters were cut off long cells; use substr() to see more`);
  }
  if (narrowed > 0)
    terminal.say(
      `note: ${formatCount(narrowed)} cells are shortened to ${WIDEST_CELL} columns; --json has more of them`,
    );
  for (const warning of warnings) terminal.say(`note: ${safeText(warning)}`);
}

/** A cell on one line. */
function safeCell(value: Value): string {
  return safeText(cellText(value)).replaceAll('\n', '↵').replaceAll('\t', '⇥');
}
