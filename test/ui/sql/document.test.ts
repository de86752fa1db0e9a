import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitStatements } from '../../../src/database/statements';
import { documentName, documentText, headOf } from '../../../src/ui/sql/document-text';
import { formattedSql, saysTheSame } from '../../../src/ui/sql/format';
import { query, sampleBoard } from '../../board/sample';

const board = sampleBoard();
const places = { database: 'data/covid.sqlite', board: 'data/covid.d2board' };

function recorded(id: string) {
  const found = board.queries.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no query ${id}`);
  return found;
}

describe('the document of a query', () => {
  test('says what it is evidence of and where it belongs, then the statement', () => {
    const q2 = recorded('Q2');
    expect(documentText(board, q2, 'SELECT 1', places)).toMatchInlineSnapshot(`
      "-- Q2: outcomes by drug B (collector:H2)
      -- E2: 11.7 % of patients on drug B died, 15.1 % of the others
      --   supports H2: lower by 3.4 points
      -- E11: Counted by hospital, 11.7 % against 15.1 %
      --   supports H2: the same counts
      -- H2 (supported): Drug B lowers the death rate of patients aged 65 and over
      -- database: data/covid.sqlite
      -- board: data/covid.d2board

      SELECT 1;
      "
    `);
  });

  test('holds one statement whatever board and statement say, and its head reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', ' -- note', ' /* note */'), (text, ending) => {
        const odd = query('Q7', `SELECT 1${ending}`, ['1'], [[1]], { purpose: text, by: text });
        const document = documentText(board, odd, odd.sql, places);
        expect(splitStatements(document)).toHaveLength(1);
        expect(headOf(document)).toEqual({ ...places, query: 'Q7' });
      }),
    );
  });

  test('has a name that every file system takes', () => {
    const named = (purpose: string) => documentName(query('Q1', 'SELECT 1', [], [], { purpose }));
    expect(named('outcomes by treatment')).toBe('Q1 outcomes by treatment.sql');
    expect(named('a/b\\c:*?"<>|\n../é')).toBe('Q1 a b c .. é.sql');
    expect(named('words'.repeat(30))).toHaveLength('Q1 .sql'.length + 48);
    expect(named('')).toBe('Q1.sql');
  });
});

describe('the head of an SQL file', () => {
  test.each([
    ['a database alone', '-- database: a b.sqlite  \nSELECT 1', { database: 'a b.sqlite' }],
    ['in any case, behind a blank line', '\n--DATABASE:x.db\nSELECT 1', { database: 'x.db' }],
    ['nothing', 'SELECT 1', {}],
    ['only before the first statement', 'SELECT 1;\n-- database: x.db', {}],
    ['no query without its board', '-- Q4: counts (judge)\nSELECT 1', {}],
    ['not in the middle of a sentence', '-- The database: x.db\nSELECT 1', {}],
  ])('%s', (_, text, head) => {
    expect(headOf(text)).toEqual(head);
  });
});

describe('formatting', () => {
  test('breaks a statement into lines and keeps what it says', async () => {
    const sql = "select a, count(*) from t where b = 'x  y' -- note\n group by a";
    const formatted = await formattedSql(sql);
    expect(formatted.split('\n').length).toBeGreaterThan(5);
    expect(formatted).toContain("'x  y' -- note");
    expect(saysTheSame(sql, formatted)).toBe(true);
  });

  test.each([
    ['what the formatter cannot read', "SELECT 'open"],
    ['a word that it would tear apart', 'SELECT\u00a01'],
  ])('%s stays as it is', async (_, sql) => {
    const formatted = await formattedSql(sql);
    expect(saysTheSame(sql, formatted)).toBe(true);
  });

  test('text that differs in a string, a name or a number says something else', () => {
    expect(saysTheSame('SELECT 1', 'select 1')).toBe(false);
    expect(saysTheSame("SELECT 'a b'", "SELECT 'a  b'")).toBe(false);
    expect(saysTheSame('SELECT a+1', 'SELECT  a + 1 ; -- x')).toBe(true);
  });
});
