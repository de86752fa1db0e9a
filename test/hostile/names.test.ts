import { renamed } from '../../examples/rename';
import { expect, test } from 'vitest';
import { quoteName } from '../../src/database/quote';
import { sqlName } from '../../src/database/name';
import { unsupported } from '../../src/board/binding';
import type { Board } from '../../src/board/board';
import { investigated } from '../agents/investigations';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { describeCorpus, type HostileDatabase } from './corpus';

const NAMES = [
  'select',
  'order',
  'Group',
  'table',
  'index',
  'null',
  'rowid',
  'oid',
  'temp',
  'main',
  'current_date',
  'a "quoted" name',
  '""',
  "it's",
  "'",
  '`tick`',
  '[bracketed]',
  '] ; [',
  '100% of all',
  '%s %n %d',
  '#1',
  'what?',
  '?1',
  ':a',
  '@b',
  '$c',
  ' leading and trailing ',
  'a.b.c',
  'main.t',
  'über größe',
  '🕵️‍♀️ 数据',
  '\u202eright to left',
  'zero\u200bwidth',
  'line\nbreak\ttab\rover',
  '-- comment',
  '/* comment',
  '; DROP TABLE t; --',
  '1 digit first',
  '1e5',
  'x'.repeat(300),
  '<script>alert(1)</script>',
  '</data>',
  '',
];

const child = (name: string): string => `${name} 2`;
const view = (name: string): string => `${name} 3`;

/** For each name a parent and a child of that name, columns too, an index and a view. */
function tablesOf(name: string): string {
  const [table, part, seen] = [name, child(name), view(name)].map(quoteName);
  return `
    CREATE TABLE ${table} (key INTEGER PRIMARY KEY, ${table} TEXT NOT NULL UNIQUE, n INT);
    CREATE TABLE ${part} (a REFERENCES ${table} (${table}));
    CREATE VIEW ${seen} AS SELECT ${table} AS ${part} FROM ${table} WHERE n > 1;
    CREATE INDEX ${quoteName(`${name} 4`)} ON ${table} (n);
    INSERT INTO ${table} VALUES (1, 'one', 1), (2, 'two', 2);
    INSERT INTO ${part} VALUES ('one'), ('one');`;
}

const anyNames: HostileDatabase = {
  name: 'reserved words, quotes, marks, spaces, dots, emoji, 300 characters, none',
  content: NAMES.map(tablesOf).join(''),
  schema: ({ tables, notes }) => {
    expect(notes).toEqual([]);
    expect(tables.map(({ name }) => name)).toEqual(NAMES.flatMap((name) => [name, child(name), view(name)]));
    NAMES.forEach((name, index) => {
      const [parent, part, seen] = tables.slice(3 * index);
      expect(parent).toMatchObject({ primaryKey: ['key'], unique: [[name]], rowCount: { rows: 2, exact: true } });
      expect(parent?.columns[1]).toMatchObject({ name, type: 'TEXT', notNull: true });
      expect(part?.foreignKeys).toEqual([{ columns: ['a'], table: name, references: [name] }]);
      expect(seen?.columns).toMatchObject([{ name: child(name) }]);
    });
  },
  answers: NAMES.flatMap((name) =>
    [quoteName, sqlName].flatMap((write): (readonly [string, string[][]])[] => [
      [`SELECT ${write(name)} FROM ${write(name)} ORDER BY key`, [['one'], ['two']]],
      [
        `SELECT t.${write(name)} FROM ${write(child(name))} JOIN ${write(name)} AS t ON a = t.${write(name)}`,
        [['one'], ['one']],
      ],
      [`SELECT ${write(child(name))} FROM ${write(view(name))}`, [['two']]],
    ]),
  ),
};

const caseOfLetters: HostileDatabase = {
  name: 'names that differ in the case of letters beyond ASCII only',
  content: `CREATE TABLE "Ä" ("ö", "Ö"); CREATE TABLE "ä" (a); INSERT INTO "Ä" VALUES (1, 2); INSERT INTO "ä" VALUES (3)`,
  schema: ({ tables }) => expect(tables.map(({ name }) => name)).toEqual(['Ä', 'ä']),
  answers: [
    ['SELECT "ö", "Ö" FROM "Ä"', [[1, 2]]],
    ['SELECT a FROM "ä"', [[3]]],
  ],
};

const hiddenRowid: HostileDatabase = {
  name: 'columns that hide the rowid under all of its names',
  content: `CREATE TABLE t (rowid TEXT, oid TEXT, _rowid_ TEXT); INSERT INTO t VALUES ('a', 'b', 'c')`,
  schema: ({ tables }) => expect(tables[0]?.rowCount).toEqual({ rows: 1, exact: true }),
  answers: [['SELECT rowid, oid, _rowid_ FROM t', [['a', 'b', 'c']]]],
};

describeCorpus('any name of a table and a column', [anyNames, caseOfLetters, hiddenRowid]);

test('an investigation finds the same under any name of its table, its confounder and its outcome', async () => {
  const { question } = kidneyInvestigation;
  const plain = await investigated(kidney(), question);
  const found: Record<string, string> = {};
  for (const name of NAMES.filter((each) => each !== '')) {
    const columns = { id: `${name} 2`, stone_size: name, success: `${name} success` };
    const values = { treatment: { open_surgery: name, pcnl: `${name}'` } };
    const board = await investigated(renamed(kidney(), { tables: { patients: name }, columns, values }), question);
    found[name] = summary(board);
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, summary(plain)])));
});

/** What does not depend on names: verdicts, what was missing, numbers that nothing supports. */
function summary({ hypotheses, investigation, ...board }: Board): string {
  const statuses = hypotheses.map(({ claim, status }) => `${claim?.kind} ${status}`);
  return [...statuses, ...investigation.limitations, unsupported({ hypotheses, investigation, ...board }).length].join(
    '; ',
  );
}
