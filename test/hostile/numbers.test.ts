import { expect } from 'vitest';
import { outcomes } from '../agents/investigations';
import { describeCorpus, type HostileDatabase } from './corpus';

const MOST = 9_223_372_036_854_775_807n;
const LEAST = -9_223_372_036_854_775_808n;

const extremes: HostileDatabase = {
  name: 'integers of 64 bits, next to the limits of doubles, and sums that overflow',
  content: `
    CREATE TABLE t (id INTEGER PRIMARY KEY, n INT);
    INSERT INTO t VALUES (${LEAST}, 1), (-1, 2), (9007199254740991, 3), (9007199254740992, 4), (9007199254740993, 5), (${MOST}, 6);`,
  answers: [
    [
      'SELECT id FROM t ORDER BY id',
      [[LEAST], [-1], [9_007_199_254_740_991], [9_007_199_254_740_992n], [9_007_199_254_740_993n], [MOST]],
    ],
    ['SELECT n FROM t WHERE id = 9007199254740993', [[5]]],
    ['SELECT max(id) - 1, min(id) FROM t', [[MOST - 1n, LEAST]]],
    ['SELECT typeof(max(id) + 1) FROM t', [['real']]],
    ['SELECT total(id) FROM t WHERE n IN (1, 6)', [[-1]]],
    [`SELECT 9223372036854775808, typeof(-9223372036854775808)`, [[2 ** 63, 'integer']]],
  ],
  failures: [['SELECT sum(id) FROM t WHERE id > 0', /^integer overflow$/]],
};

const reals: HostileDatabase = {
  name: '-0.0, infinities, the smallest and largest doubles, and texts that look like NaN',
  content: `
    CREATE TABLE t (k INTEGER PRIMARY KEY, r REAL, any);
    INSERT INTO t VALUES (1, -0.0, -0.0), (2, 9e999, 9e999), (3, -9e999, -9e999), (4, 5e-324, 5e-324),
      (5, 1.7976931348623157e308, 1.7976931348623157e308), (6, 'NaN', 'NaN'), (7, 'Infinity', '-inf'), (8, 9e999 - 9e999, 0.1);`,
  answers: [
    [
      'SELECT r, any FROM t ORDER BY k',
      [
        // A column of REAL affinity stores a whole number as an integer, which has no sign at 0.
        [0, -0],
        [Infinity, Infinity],
        [-Infinity, -Infinity],
        [5e-324, 5e-324],
        [Number.MAX_VALUE, Number.MAX_VALUE],
        ['NaN', 'NaN'],
        ['Infinity', '-inf'],
        [null, 0.1],
      ],
    ],
    ['SELECT sum(r) FROM t WHERE k IN (2, 3)', [[null]]],
    ["SELECT typeof(r), r = 'NaN' FROM t WHERE k = 6", [['text', 1]]],
    ['SELECT count(DISTINCT any) FROM t WHERE k = 1 OR any = 0', [[1]]],
  ],
};

/** 300 rows an arm; the fast one is 10 shorter, and each has a few cells that are no finite number. */
const poisoned: HostileDatabase = {
  name: 'a measure with infinities and NaN-like texts: an investigation says so, and gives no number that they spoilt',
  content: `
    CREATE TABLE jobs (id INTEGER PRIMARY KEY, machine TEXT, seconds REAL);
    INSERT INTO jobs
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 600)
      SELECT n, CASE n % 2 WHEN 0 THEN 'fast' ELSE 'slow' END,
        CASE n WHEN 7 THEN 'NaN' WHEN 8 THEN 'NaN' WHEN 9 THEN 9e999 WHEN 10 THEN -9e999 ELSE 50 - (n % 2 = 0) * 10 + n % 7 END FROM c;`,
  answers: [["SELECT count(*) FROM jobs WHERE typeof(seconds) = 'text'", [[2]]]],
  investigation: {
    question: 'Are the seconds of the fast machine lower than those of the slow machine?',
    finds: (board) => {
      expect(board.investigation.status).toBe('complete');
      expect(board.hypotheses.length, outcomes(board)).toBeGreaterThan(0);
      const estimates = board.evidence.flatMap(({ statistics }) => (statistics ? [statistics.estimate] : []));
      expect(estimates.filter((estimate) => !Number.isFinite(estimate))).toEqual([]);
      expect(board.hypotheses[0]?.status, outcomes(board) + board.report).toBe('supported');
    },
  },
};

describeCorpus('numbers at the edge', [extremes, reals, poisoned]);
