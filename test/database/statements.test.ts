import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitStatements, statementAt } from '../../src/database/statements';

const texts = (sql: string): string[] => splitStatements(sql).map(({ text }) => text);

describe('statements are split where SQLite ends them', () => {
  test.each([
    ['two statements', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['text that holds a semicolon', "SELECT 'a;b''c;' AS x; SELECT 2;", ["SELECT 'a;b''c;' AS x", 'SELECT 2']],
    [
      'names in every kind of quotes',
      'SELECT "a;", [b;], `c;` ; VALUES (1)',
      ['SELECT "a;", [b;], `c;`', 'VALUES (1)'],
    ],
    ['comments', '-- one; two\nSELECT 1 /* ; */ + 1; -- the end;', ['SELECT 1 /* ; */ + 1']],
    ['empty statements', ' ;; \n;SELECT 1;;', ['SELECT 1']],
    ['a comment that is never closed', 'SELECT 1; /* SELECT 2;', ['SELECT 1']],
    [
      'the body of a trigger',
      'CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 2; END; SELECT 3',
      ['CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 2; END', 'SELECT 3'],
    ],
    ['CASE … END', 'SELECT CASE WHEN 1 THEN 2 END; SELECT 3', ['SELECT CASE WHEN 1 THEN 2 END', 'SELECT 3']],
  ])('%s', (_, sql, expected) => {
    expect(texts(sql)).toEqual(expected);
  });

  test('no text is lost: what is between statements is white space, comments and semicolons', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('SELECT', ' ', ';', "'", '"', '--', '\n', '/*', '*/', 'a', '(', ')')),
        (parts) => {
          const sql = parts.join('');
          let last = 0;
          for (const { text, start, end, next } of splitStatements(sql)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(sql.slice(start, end)).toBe(text);
            expect(next).toBeGreaterThanOrEqual(end);
            last = next;
          }
        },
      ),
    );
  });
});

describe('the statement of a place', () => {
  const sql = '-- head\nSELECT 1; -- note\n\nSELECT 2\n  FROM t;\n\n';
  test.each([
    ['in a comment before the first', 3, 'SELECT 1'],
    ['in it', 10, 'SELECT 1'],
    ['right behind its semicolon', sql.indexOf(';') + 1, 'SELECT 1'],
    ['behind it on its line', sql.indexOf('note'), 'SELECT 1'],
    ['on the blank line between two', sql.indexOf('\n\n') + 1, 'SELECT 2\n  FROM t'],
    ['after the last', sql.length, 'SELECT 2\n  FROM t'],
  ])('%s', (_, offset, expected) => {
    expect(statementAt(sql, offset)?.text).toBe(expected);
  });

  test('none in a text without statements', () => {
    expect(statementAt('-- nothing', 3)).toBeUndefined();
  });
});
