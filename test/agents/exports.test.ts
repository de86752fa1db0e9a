import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { exportText, TEXT_FORMATS } from '../../src/agents/report/export-text';
import { markdownReport } from '../../src/agents/report/markdown';
import { notebook } from '../../src/agents/report/notebook';
import type { Board } from '../../src/board/board';
import type { Value } from '../../src/board/value';
import { refusalOf } from '../../src/database/sqlite/refusal';
import { query, sampleBoard } from '../board/sample';
import { sqliteBytes } from '../fakes/database';

const options = { database: 'data.sqlite', refusal: refusalOf };
const HOSTILE =
  '<img src=x onerror=alert(1)> ![x](http://x.example/a.png) [y](command:rm) | `</script>\n\n# Forged\u202E """ \\ \'';

function hostileBoard(): Board {
  const board = sampleBoard();
  return {
    ...board,
    investigation: {
      ...board.investigation,
      question: HOSTILE,
      database: { ...board.investigation.database, path: HOSTILE },
    },
    hypotheses: board.hypotheses.map((each) => ({ ...each, statement: HOSTILE })),
    evidence: board.evidence.map((each) => ({ ...each, fact: HOSTILE, attack: HOSTILE })),
    links: board.links.map((each) => ({ ...each, note: HOSTILE })),
    queries: board.queries.map((each) => ({
      ...each,
      sql: `SELECT 1 -- \`\`\` """ ${HOSTILE.replaceAll('\n', ' ')}`,
      purpose: HOSTILE,
      columns: each.columns.map(() => HOSTILE),
      rows: each.rows.map((row) => row.map(() => HOSTILE)),
    })),
    report: HOSTILE.replace('# Forged', '[z]: command:rm\n\n[z]'),
  };
}

test('every text format can be made of every board', () => {
  for (const board of [
    sampleBoard(),
    hostileBoard(),
    { ...sampleBoard(), report: '', queries: [], evidence: [], links: [], verdicts: [] },
  ]) {
    for (const format of TEXT_FORMATS) expect(exportText(format, board, options).endsWith('\n'), format).toBe(true);
  }
});

describe('the Markdown file', () => {
  const html = (board: Board): string => new MarkdownIt({ html: true, linkify: false }).render(markdownReport(board));

  test('links every number of the report to its query below', () => {
    const page = html(sampleBoard());
    const headings = [...page.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, text]) => `#${text?.toLowerCase()}`);
    const targets = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
    expect(targets).toContain('#q2');
    expect(targets.filter((target) => !headings.includes(target))).toEqual([]);
  });

  test('holds the kept rows as a table, with NULL apart from the empty text', () => {
    expect(html(sampleBoard())).toMatch(/<td>NULL<\/td>\s*<td>''<\/td>/);
  });

  test('says what the board says and does nothing, also where a reader draws HTML', () => {
    const page = html(hostileBoard());
    expect(page).not.toMatch(/<(img|script)\b|<h1>|href="(?!#)|\u202E/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.match(/<td>/g)?.length).toBe(
      hostileBoard().queries.reduce((cells, { rows }) => cells + rows.reduce((sum, row) => sum + row.length, 0), 0),
    );
  });
});

/** The parts of nbformat 4.5 that we write, strictly: https://github.com/jupyter/nbformat, nbformat.v4.5.schema.json. */
const lines = z.array(z.string());
const cellId = z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/);
const nbformat = z.strictObject({
  cells: z.array(
    z.discriminatedUnion('cell_type', [
      z.strictObject({ cell_type: z.literal('markdown'), id: cellId, metadata: z.strictObject({}), source: lines }),
      z.strictObject({
        cell_type: z.literal('code'),
        execution_count: z.null(),
        id: cellId,
        metadata: z.strictObject({}),
        source: lines,
        outputs: z.array(
          z.strictObject({
            output_type: z.literal('execute_result'),
            execution_count: z.null(),
            metadata: z.strictObject({}),
            data: z.strictObject({ 'text/plain': lines }),
          }),
        ),
      }),
    ]),
  ),
  metadata: z.strictObject({
    kernelspec: z.strictObject({ display_name: z.string(), language: z.string(), name: z.string() }),
    language_info: z.strictObject({ name: z.string() }),
  }),
  nbformat: z.literal(4),
  nbformat_minor: z.literal(5),
});

const read = (text: string) => nbformat.parse(JSON.parse(text));

describe('the notebook', () => {
  test('is of format 4.5, with an id of its own for each cell', () => {
    for (const board of [sampleBoard(), hostileBoard()]) {
      const { cells } = read(notebook(board, options));
      expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    }
  });

  test('tells the facts above the query that gave them, and keeps the answer as its output', () => {
    const { cells } = read(notebook(sampleBoard(), options));
    const about = cells.find(({ id }) => id === 'Q1-about');
    expect(about?.source.join('')).toContain(
      '- **E1** 14.3 % of patients on drug A died, 13.9 % of the others; contradicts H1: 90 % interval within ±.02',
    );
    const code = cells.find(({ id }) => id === 'Q1');
    expect(code).toMatchObject({
      outputs: [{ data: { 'text/plain': ['drug_a  n     deaths\n', '0       3388  471\n', '1       3412  487'] } }],
    });
  });

  test('shows a statement that does more than read, and has no cell to run it', () => {
    const board = sampleBoard();
    const [first, ...others] = board.queries;
    if (first === undefined) throw new Error('the sample has queries');
    const { cells } = read(notebook({ ...board, queries: [{ ...first, sql: "VACUUM INTO 'x'" }, ...others] }, options));
    expect(cells.some(({ id }) => id === 'Q1')).toBe(false);
    expect(cells.find(({ id }) => id === 'Q1-about')?.source.join('')).toContain('Not to be run: refused');
  });

  const python = spawnSync('python3', ['-c', 'import sqlite3']).status === 0;
  test.skipIf(!python)('runs with Python alone: each cell gives the answer that is recorded', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'd2-notebook-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(path.join(folder, 'da "ta'));
    writeFileSync(
      path.join(folder, 'da "ta', 'a#b.sqlite'),
      await sqliteBytes(
        `CREATE TABLE t(i, r, s, b); INSERT INTO t VALUES
         (9007199254740993, 0.5, 'it''s "quoted" \\n', x'00ff'), (-1, 2.0, '  two
words  ', NULL), (0, 1e21, 'é', x'')`,
      ),
    );
    const rows: Value[][] = [
      [9007199254740993n, 0.5, 'it\'s "quoted" \\n', Uint8Array.of(0, 255)],
      [-1, 2, '  two\nwords  ', null],
      [0, 1e21, 'é', new Uint8Array()],
    ];
    const board = {
      ...sampleBoard(),
      evidence: [],
      links: [],
      verdicts: [],
      queries: [
        query('Q1', 'SELECT i, r, s, b FROM t', ['i', 'r', 's', 'b'], rows),
        query('Q2', `SELECT '"""' || '\\' AS "a""""b", 'x"' AS y -- """`, ['a""b', 'y'], [['"""\\', 'x"']]),
      ],
    };
    const text = notebook(board, { database: 'da "ta/a#b.sqlite', refusal: refusalOf });
    writeFileSync(path.join(folder, 'n.ipynb'), text);
    const runner = `
import ast, json
space = {}
for cell in json.load(open("n.ipynb", encoding="utf8"))["cells"]:
    if cell["cell_type"] != "code": continue
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell["id"], "exec"), space)
    if last is None: continue
    shown = repr(eval(compile(ast.Expression(last.value), cell["id"], "eval"), space))
    recorded = "".join(cell["outputs"][0]["data"]["text/plain"])
    assert shown == recorded, (shown, recorded)
    print(cell["id"])
try:
    space["connection"].execute("INSERT INTO t VALUES (1, 1, 1, 1)")
except Exception as error:
    print(error)
`;
    const { stdout, stderr } = spawnSync('python3', ['-c', runner], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('Q1\nQ2\nattempt to write a readonly database\n');
  });
});
