import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { beforeAll, describe, expect, test } from 'vitest';
import { schemaDigest } from '../../src/agents/llm/schema-digest';
import { exportText, TEXT_FORMATS } from '../../src/agents/report/export-text';
import { htmlReport } from '../../src/agents/report/html';
import { markdownReport } from '../../src/agents/report/markdown';
import { dataBlock } from '../../src/agents/tools/data-block';
import { resultText } from '../../src/agents/tools/result-text';
import { fullTableText } from '../../src/agents/tools/table-text';
import type { Board } from '../../src/board/board';
import { quoteName, quoteValue } from '../../src/database/quote';
import { refusalOf } from '../../src/database/sqlite/refusal';
import { oneLine, safeText } from '../../src/cli/safe-text';
import { toCsv } from '../../src/ui/sql/results/export';
import { query } from '../board/sample';
import { fakeDatabase } from '../fakes/database';
import { ATTACKS } from './attacks';
import { investigateOffline, never } from './corpus';

/** A treatment that is called like an attack and cures more, in a table and beside a column that are called so too. */
function armsSql(attack: string): string {
  const [table, column] = [quoteName(`patients ${attack}`), quoteName(attack)];
  // The comment stays in the stored statement; one that would end it is no comment.
  return `
    CREATE TABLE ${table} (id INTEGER PRIMARY KEY, treatment TEXT, cured INT /* ${attack.replaceAll('*/', '')} */, ${column} TEXT);
    INSERT INTO ${table} WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400)
      SELECT n, CASE n % 2 WHEN 0 THEN ${quoteValue(attack)} ELSE 'placebo' END,
        CASE n % 2 WHEN 0 THEN n % 10 > 2 ELSE n % 10 > 6 END, CASE n % 4 < 2 WHEN 0 THEN ${quoteValue(attack)} ELSE '' END FROM c;`;
}

type Attacked = { readonly attack: string; readonly board: Board; readonly prompt: string };

async function attackedBy(attack: string): Promise<Attacked> {
  const database = await fakeDatabase(armsSql(attack));
  const schema = await database.schema(never);
  const shown = [schemaDigest(schema, 'x'), ...schema.tables.map((table) => fullTableText(table, schema))];
  const board = await investigateOffline(database, 'Which treatment is best for being cured?');
  await database.close();
  return { attack, board, prompt: dataBlock('schema', shown.join('\n')) };
}

// A name cannot hold a NUL.
const names = ATTACKS.filter((attack) => !attack.includes('\0'));
const boards: Attacked[] = [];
let plain: Board;

beforeAll(async () => {
  plain = (await attackedBy('drug a')).board;
  for (const attack of names) boards.push(await attackedBy(attack));
});

test('the suite has its sixty attacks', () => {
  expect(new Set(ATTACKS).size).toBeGreaterThanOrEqual(60);
});

test('no attack changes what an investigation finds of the two treatments', () => {
  for (const { attack, board } of boards) {
    const effects = board.hypotheses.filter(({ claim, refines }) => claim?.kind === 'effect' && refines === undefined);
    const found = effects.map(({ status, statement }) => `${status} ${statement.startsWith('treatment = placebo')}`);
    expect([board.investigation.status, ...found.sort()], attack).toEqual([
      'complete',
      'contradicted true',
      'supported false',
    ]);
  }
});

/** Opening or closing marks of a data block, as a careless reader would see them. */
const DELIMITERS = /<[\s/\p{Cf}\p{Cc}]*data/giu;

describe('a model is shown', () => {
  test.each(ATTACKS)('%j inside its block, as a cell and as a name of a column', (attack) => {
    const text = resultText(
      query(
        'Q1',
        'SELECT 1',
        [attack, 'b'],
        [
          [attack, 1],
          [null, attack],
        ],
      ),
    );
    expect(text.match(DELIMITERS)).toHaveLength(2);
    expect(text.split('\n')).toHaveLength(6);
  });

  test('names and comments of a schema inside theirs', () => {
    for (const { attack, prompt } of boards) expect(prompt.match(DELIMITERS), attack).toHaveLength(2);
  });
});

/** The elements of a page with the names of their attributes: text is escaped, so nothing else begins with `<`. */
function elementsOf(html: string): ReadonlySet<string> {
  const tags = [...html.matchAll(/<([a-z][\w-]*)((?:\s[^<>]*)?)>/gi)];
  return new Set(
    tags.flatMap(([, name = '', attributes = '']) => [
      name,
      ...[...attributes.matchAll(/([\w:-]+)=/g)].map(([, attribute]) => `${name} ${attribute}`),
      ...[...attributes.matchAll(/(?:href|src)="(?!#)[^"]*"/g)].map(([target]) => target),
    ]),
  );
}

describe('a reader is shown', () => {
  test('exports that have the elements and links of a harmless board, and no others', () => {
    // What no evidence holds is marked, and stars in a name may emphasise: neither runs, loads or links.
    const ofPage = new Set([...elementsOf(htmlReport(plain)), 'mark', 'em', 'strong', 'code', 's']);
    const ofMarkdown = new Set([
      ...elementsOf(new MarkdownIt({ html: true, linkify: false }).render(markdownReport(plain))),
      'em',
      'strong',
      'code',
      's',
    ]);
    for (const { attack, board } of boards) {
      for (const format of TEXT_FORMATS)
        expect(exportText(format, board, { database: 'data.sqlite', refusal: refusalOf }).endsWith('\n'), attack).toBe(
          true,
        );
      const markdown = new MarkdownIt({ html: true, linkify: false }).render(markdownReport(board));
      const [page, read] = [htmlReport(board), elementsOf(markdown)];
      expect(
        [...elementsOf(page)].filter((each) => !ofPage.has(each)),
        attack,
      ).toEqual([]);
      expect(
        [...read].filter((each) => !ofMarkdown.has(each)),
        attack,
      ).toEqual([]);
    }
  });

  test.each(ATTACKS)('%j in a terminal without control characters', (attack) => {
    expect(safeText(attack)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(oneLine(attack)).not.toContain('\n');
  });

  test('no formula in a spreadsheet, whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ATTACKS),
        fc.constantFrom('', ' ', '"', "'", ',', ';', '\n', '\r\n'),
        (attack, before) => {
          const [, line = ''] = toCsv({ columns: ['a'], rows: [[before + attack]] }).split(/^a\r\n/);
          expect(line).not.toMatch(/^"?[=+\-@\t\r]/);
        },
      ),
    );
  });
});
