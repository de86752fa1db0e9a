import { expect } from 'vitest';
import { outcomes } from '../agents/investigations';
import { describeCorpus, standingOf, type HostileDatabase } from './corpus';

const withoutRowid: HostileDatabase = {
  name: 'WITHOUT ROWID, with a compound key in another order than its columns',
  content: `
    CREATE TABLE t (a TEXT, b INT, c REAL, PRIMARY KEY (c DESC, a)) WITHOUT ROWID;
    CREATE INDEX by_b ON t (b);
    INSERT INTO t VALUES ('x', 1, 2.5), ('y', 2, 2.5), ('x', 3, 1.5);`,
  schema: ({ tables }) =>
    expect(tables[0]).toMatchObject({ primaryKey: ['c', 'a'], unique: [], rowCount: { rows: 3, exact: true } }),
  answers: [
    [
      'SELECT a, b FROM t ORDER BY c DESC, a',
      [
        ['x', 1],
        ['y', 2],
        ['x', 3],
      ],
    ],
    ['SELECT a FROM t WHERE b = 3', [['x']]],
  ],
  failures: [['SELECT rowid FROM t', /no such column: rowid/]],
};

const strict: HostileDatabase = {
  name: 'STRICT, with a column of ANY type',
  content: `
    CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, any ANY) STRICT;
    INSERT INTO t VALUES (1, 2, '3', X'04', '05'), (NULL, NULL, NULL, NULL, 6);`,
  schema: ({ tables }) =>
    expect(tables[0]?.columns.map(({ type }) => type)).toEqual(['INTEGER', 'REAL', 'TEXT', 'BLOB', 'ANY']),
  answers: [
    ['SELECT typeof(r), any, typeof(any) FROM t WHERE i = 1', [['real', '05', 'text']]],
    ['SELECT typeof(any) FROM t WHERE i IS NULL', [['integer']]],
  ],
};

const numbers = (count: number): string =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})`;

const generated: HostileDatabase = {
  name: 'generated columns, virtual and stored, one the outcome of an investigation',
  content: `
    CREATE TABLE parcels (
      id INTEGER PRIMARY KEY, carrier TEXT, days INT,
      late INT GENERATED ALWAYS AS (days > 5) VIRTUAL,
      label TEXT AS (carrier || ' ' || id) STORED UNIQUE
    );
    INSERT INTO parcels (id, carrier, days) ${numbers(600)}
      SELECT n, CASE n % 2 WHEN 0 THEN 'swift' ELSE 'cheap' END, CASE WHEN n % 2 = 1 AND n % 3 = 0 OR n % 10 = 0 THEN 9 ELSE 2 END FROM c;`,
  schema: ({ tables }) => {
    expect(tables[0]?.columns.filter((column) => column.generated).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'late INT',
      'label TEXT',
    ]);
    expect(tables[0]?.unique).toEqual([['label']]);
  },
  answers: [
    [
      'SELECT carrier, sum(late), count(*) FROM parcels GROUP BY 1 ORDER BY 1',
      [
        ['cheap', 100, 300],
        ['swift', 60, 300],
      ],
    ],
    ['SELECT label FROM parcels WHERE id = 7', [['cheap 7']]],
  ],
  investigation: {
    question: 'Are parcels of the cheap carrier late more often?',
    finds: (board) => {
      expect(board.hypotheses[0], outcomes(board)).toMatchObject({ status: 'supported' });
      expect(board.hypotheses[0]?.statement).toContain('raises the rate of late');
    },
  },
};

const changedLater: HostileDatabase = {
  name: 'columns that were added, renamed and dropped later: old rows lack cells',
  content: `
    CREATE TABLE t (a, gone, b);
    INSERT INTO t VALUES (1, 'x', 2);
    ALTER TABLE t ADD COLUMN added TEXT DEFAULT 'never written';
    ALTER TABLE t ADD COLUMN flag INT NOT NULL DEFAULT -1;
    ALTER TABLE t RENAME COLUMN b TO "renamed ""b""";
    ALTER TABLE t DROP COLUMN gone;
    INSERT INTO t VALUES (3, 4, NULL, 5);`,
  answers: [
    [
      'SELECT * FROM t',
      [
        [1, 2, 'never written', -1],
        [3, 4, null, 5],
      ],
    ],
  ],
};

const partitioned: HostileDatabase = {
  name: 'foreign keys to itself, to each other, to nothing, and to a view',
  content: `
    CREATE TABLE staff (id INTEGER PRIMARY KEY, boss REFERENCES staff);
    CREATE TABLE hen (id INTEGER PRIMARY KEY, egg REFERENCES egg);
    CREATE TABLE egg (id INTEGER PRIMARY KEY, hen REFERENCES hen, nest REFERENCES nowhere, seen REFERENCES eggs (id));
    CREATE VIEW eggs AS SELECT id FROM egg;
    INSERT INTO staff VALUES (1, 1), (2, 1); INSERT INTO hen VALUES (1, 1); INSERT INTO egg VALUES (1, 1, 1, 1);`,
  schema: (schema) => {
    expect(standingOf(schema)).toEqual({ staff: 'readable', hen: 'readable', egg: 'readable', eggs: 'readable' });
    const egg = schema.tables.find(({ name }) => name === 'egg');
    expect(egg?.foreignKeys).toEqual([
      { columns: ['hen'], table: 'hen', references: ['id'] },
      { columns: ['nest'], table: 'nowhere', references: [] },
      { columns: ['seen'], table: 'eggs', references: ['id'] },
    ]);
  },
  answers: [['SELECT count(*) FROM staff JOIN staff AS boss ON boss.id = staff.boss', [[2]]]],
};

describeCorpus('tables of every kind', [withoutRowid, strict, generated, changedLater, partitioned]);
