import { expect } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/database/port';
import { outcomes } from '../agents/investigations';
import { describeCorpus, type HostileDatabase } from './corpus';

const counted = (count: number): string =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})`;
const listOf = (count: number, item: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at + 1)).join(', ');

const longCells: HostileDatabase = {
  name: 'cells of 300 kB, text and BLOB: whole in sums, cut where handed out, and never in the way of an investigation',
  content: `
    CREATE TABLE letters (id INTEGER PRIMARY KEY, carrier TEXT, late INT, body TEXT, scan BLOB);
    INSERT INTO letters ${counted(40)}
      SELECT n, CASE n % 2 WHEN 0 THEN 'swift' ELSE 'cheap' END, n % 2 = 1, printf('%.300000c', 'x') || n, zeroblob(300000) FROM c;`,
  answers: [
    ['SELECT count(DISTINCT body), sum(length(body)), sum(length(scan)) FROM letters', [[40, 12_000_071, 12_000_000]]],
    ['SELECT substr(body, -2) FROM letters WHERE id = 40', [['40']]],
    ['SELECT length(body) FROM letters ORDER BY body DESC LIMIT 1', [[300_001]]],
  ],
  investigation: {
    question: 'Are letters of the cheap carrier late more often?',
    finds: (board) => {
      expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported');
      const sizes = board.queries.map(({ rows }) =>
        rows.flat().reduce((sum: number, cell) => sum + String(cell).length, 0),
      );
      // What is handed out of one answer, and the cell that goes beyond it.
      expect(Math.max(...sizes)).toBeLessThan(DEFAULT_LIMITS.bytes + DEFAULT_LIMITS.cell);
    },
  },
};

const COLUMNS = 2_000;

const manyColumns: HostileDatabase = {
  name: '2,000 columns: all in the schema, any of them asked, and an investigation among them',
  content: `
    CREATE TABLE wide (id INTEGER PRIMARY KEY, machine TEXT, failed INT, ${listOf(COLUMNS - 3, (at) => `reading_${at} INT`)});
    INSERT INTO wide (id, machine, failed, reading_1997) ${counted(200)}
      SELECT n, CASE n % 2 WHEN 0 THEN 'old' ELSE 'new' END, n % 2 = 0 AND n % 10 > 3 OR n % 25 = 0, n FROM c;`,
  schema: ({ tables }) => expect(tables[0]?.columns).toHaveLength(COLUMNS),
  answers: [['SELECT sum(reading_1997), count(reading_1996) FROM wide', [[20_100, 0]]]],
  investigation: {
    question: 'Do old machines fail more often?',
    finds: (board) => expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported'),
  },
};

const TABLES = 10_000;

const manyTables: HostileDatabase = {
  name: '10,000 tables: all in the schema, each counted, and an investigation of one of them',
  // SQLite looks through the whole schema for each table that is made: these are entered all at once, and share an empty page.
  content: `
    CREATE TABLE archive_0 (id INTEGER PRIMARY KEY, kept TEXT);
    PRAGMA writable_schema = 1;
    INSERT INTO sqlite_schema ${counted(TABLES - 2)}
      SELECT 'table', 'archive_' || n, 'archive_' || n, rootpage, replace(sql, 'archive_0', 'archive_' || n) FROM c, sqlite_schema;
    PRAGMA writable_schema = 0;
    CREATE TABLE machines (id INTEGER PRIMARY KEY, machine TEXT, failed INT);
    INSERT INTO machines ${counted(400)}
      SELECT n, CASE n % 2 WHEN 0 THEN 'old' ELSE 'new' END, n % 2 = 0 AND n % 10 > 3 OR n % 25 = 0 FROM c;`,
  schema: ({ tables }) => {
    expect(tables).toHaveLength(TABLES);
    expect(tables.at(-1)).toMatchObject({ name: 'machines', rowCount: { rows: 400, exact: true } });
  },
  answers: [['SELECT count(*) FROM archive_9998', [[0]]]],
  investigation: {
    question: 'Do old machines fail more often?',
    finds: (board) => expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported'),
  },
};

describeCorpus('sizes', [longCells, manyColumns, manyTables]);
