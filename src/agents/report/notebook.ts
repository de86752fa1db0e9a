import { inertText } from '../../base/inert';
import type { Board, Query } from '../../board/board';
import type { Refusal } from '../../board/views/sql-pack';
import { withoutLinks } from '../../board/views/answer-text';
import type { Value } from '../../board/value';
import { fenced, plainMarkdown } from './inert-markdown';
import { bearings, reportText, sizeOf } from './markdown';

/* A notebook of Jupyter, format 4.5 (https://nbformat.readthedocs.io/en/latest/format_description.html), that needs Python alone. */

type Cell = { readonly id: string; readonly metadata: object; readonly source: readonly string[] } & (
  | { readonly cell_type: 'markdown' }
  | { readonly cell_type: 'code'; readonly execution_count: null; readonly outputs: readonly object[] }
);

export type NotebookOptions = {
  /** Path of the database file, seen from the notebook. */
  readonly database: string;
  readonly refusal: Refusal;
};

/**
 * The board as a notebook: the report, then each query as a code cell that runs it again, under the facts that it gave. The recorded
 * answers stand as outputs.
 */
export function notebook(board: Board, { database, refusal }: NotebookOptions): string {
  const cells = [
    markdownCell('report', withoutLinks(reportText(board))),
    codeCell('setup', setup(database)),
    ...board.queries.flatMap((query) => queryCells(query, board, refusal)),
  ];
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
}

function queryCells(query: Query, board: Board, refusal: Refusal): Cell[] {
  const { id, sql, purpose } = query;
  const facts = board.evidence
    .filter((piece) => piece.query === id)
    .map((piece) => `- **${piece.id}** ${[plainMarkdown(piece.fact), ...bearings(piece, board)].join('; ')}`);
  const about = [
    `## ${id}`,
    `${plainMarkdown(purpose)}: ${sizeOf(query)}`,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
  ];
  const refused = refusal(sql);
  if (refused !== undefined) {
    return [
      markdownCell(
        `${id}-about`,
        [...about, `Not to be run: ${plainMarkdown(refused)}`, fenced('sql', sql)].join('\n\n'),
      ),
    ];
  }
  const output = {
    output_type: 'execute_result',
    execution_count: null,
    metadata: {},
    data: { 'text/plain': linesOf(tableText(query)) },
  };
  return [
    markdownCell(`${id}-about`, about.join('\n\n')),
    codeCell(id, `query(${pythonText(sql)})`, query.rows.length === 0 ? [] : [output]),
  ];
}

function markdownCell(id: string, text: string): Cell {
  return { cell_type: 'markdown', id, metadata: {}, source: linesOf(text) };
}

function codeCell(id: string, code: string, outputs: readonly object[] = []): Cell {
  return { cell_type: 'code', execution_count: null, id, metadata: {}, outputs, source: linesOf(code) };
}

/** Each with its line end, as notebooks keep text. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function pythonText(text: string): string {
  const inner = inertText(text).replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  return `"""\n${inner}\n"""`;
}

/** What the notebook's own code shows of a result: the recorded answer reads like the one that running the cell gives. */
function setup(database: string): string {
  return `import sqlite3
from pathlib import Path

# Read-only: nothing that runs here can change the database.
database = Path(${pythonPath(database)}).resolve()
connection = sqlite3.connect(database.as_uri() + "?mode=ro", uri=True)


def shown(value):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return "x'" + value.hex().upper() + "'"
    return str(value).removesuffix(".0") if isinstance(value, float) else " ".join(str(value).split())


class query:
    """Runs one statement; shows its first ${MOST_ROWS} rows."""

    def __init__(self, sql):
        cursor = connection.execute(sql)
        self.columns = [column[0] for column in cursor.description]
        self.rows = cursor.fetchall()

    def __repr__(self):
        table = [self.columns, *([shown(value) for value in row] for row in self.rows[:${MOST_ROWS}])]
        widths = [max(map(len, column)) for column in zip(*table)]
        return "\\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)`;
}

const MOST_ROWS = 50;

function pythonPath(path: string): string {
  return JSON.stringify(inertText(path)).replaceAll('\u2028', '\\u2028');
}

/** The kept rows as the notebook's code shows them. */
function tableText({ columns, rows }: Query): string {
  const table = [columns.map(oneLine), ...rows.slice(0, MOST_ROWS).map((row) => row.map(shown))];
  const widths = columns.map((_, c) => Math.max(...table.map((row) => [...(row[c] ?? '')].length)));
  return table
    .map((row) =>
      row
        .map((cell, c) => cell + ' '.repeat((widths[c] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shown(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array)
    return `x'${Array.from(value, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}'`;
  return oneLine(String(value));
}

function oneLine(text: string): string {
  return inertText(text).split(/\s+/).filter(Boolean).join(' ');
}
