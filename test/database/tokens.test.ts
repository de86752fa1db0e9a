import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOf, tokenize } from '../../src/database/tokens';

const kinds = (sql: string): string[] => tokenize(sql).map(({ kind, text }) => `${kind} ${text}`);

test('SQL is cut where SQLite cuts it', () => {
  expect(kinds("SELECT a.b+1.5e3, 'it''s', x'0f', \"q\"\"q\", [r s], `t`, :p, ?1 -- end ; \n/* ; */ ;")).toEqual([
    'word SELECT',
    'word a',
    'symbol .',
    'word b',
    'symbol +',
    'number 1.5e3',
    'symbol ,',
    "text 'it''s'",
    'symbol ,',
    "text x'0f'",
    'symbol ,',
    'quoted "q""q"',
    'symbol ,',
    'quoted [r s]',
    'symbol ,',
    'quoted `t`',
    'symbol ,',
    'variable :p',
    'symbol ,',
    'variable ?1',
    'symbol ;',
  ]);
});

test('a space that SQLite takes for a letter stays in the word', () => {
  expect(kinds('SELECT\u00a01')).toEqual(['word SELECT\u00a01']);
});

test('depth counts the parentheses around a token', () => {
  expect(tokenize('a (b (c) d) e').map(({ text, depth }) => `${text}${depth}`)).toEqual([
    'a0',
    '(0',
    'b1',
    '(1',
    'c2',
    ')1',
    'd1',
    ')0',
    'e0',
  ]);
});

test('a quoted name gives the name back', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const [token, ...rest] = tokenize(`"${name.replaceAll('"', '""')}"`);
      expect(rest).toEqual([]);
      expect(token && nameOf(token)).toBe(name);
    }),
  );
});

test('any text is cut without loss, also unfinished and very long ones', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (sql) => {
      for (const token of tokenize(sql)) expect(sql.startsWith(token.text, token.start)).toBe(true);
    }),
  );
  expect(kinds("'never closed")).toEqual(["text 'never closed"]);
  expect(tokenize(`SELECT '${"it''s ".repeat(1_000_000)}'`)).toHaveLength(2);
});
