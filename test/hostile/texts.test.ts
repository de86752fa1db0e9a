import { expect } from 'vitest';
import { outcomes } from '../agents/investigations';
import { describeCorpus, type HostileDatabase } from './corpus';

const blob = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
const utf8 = (text: string): string => `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`;

const INVALID = {
  'a lone continuation byte': '80',
  'a sequence cut off': 'e282',
  'an overlong slash': 'c0af',
  'half a surrogate pair': 'eda080',
  'beyond Unicode': 'f4908080',
  'Latin-1': '4772f6df65',
};

const brokenText: HostileDatabase = {
  name: 'text that is not UTF-8 arrives as its bytes, and is told apart, grouped and found',
  content: `
    CREATE TABLE t (what TEXT, word TEXT);
    ${Object.entries(INVALID)
      .map(
        ([what, hex]) =>
          `INSERT INTO t VALUES ('${what}', CAST(X'${hex}' AS TEXT)), ('${what}', CAST(X'${hex}' AS TEXT));`,
      )
      .join('\n')}`,
  answers: [
    ...Object.entries(INVALID).map(([what, hex]): [string, (Uint8Array | string)[][]] => [
      `SELECT DISTINCT word, typeof(word) FROM t WHERE what = '${what}'`,
      [[Uint8Array.from(Buffer.from(hex, 'hex')), 'text']],
    ]),
    ['SELECT count(*), count(DISTINCT word) FROM t', [[12, 6]]],
    ["SELECT what FROM t WHERE word = CAST(X'4772f6df65' AS TEXT) LIMIT 1", [['Latin-1']]],
  ],
};

const nulls: HostileDatabase = {
  name: 'NUL inside text: the whole text arrives, although SQLite itself measures and prints only up to it',
  content: `CREATE TABLE t (word TEXT); INSERT INTO t VALUES (${utf8('a\0b')}), (${utf8('\0')}), (${utf8('a\0c')}), ('a');`,
  answers: [
    ['SELECT word FROM t', [['a\0b'], ['\0'], ['a\0c'], ['a']]],
    ['SELECT count(DISTINCT word), sum(length(word)) FROM t', [[4, 3]]],
    [`SELECT word FROM t WHERE word = ${utf8('a\0c')}`, [['a\0c']]],
  ],
};

const LOOKALIKES = ['é', 'e\u0301', '\u202eabc', 'a\u200bb', 'ab', '\ufeffab', 'AB', 'ａｂ', '\ufffd', '👩‍👩‍👧‍👦'];

const lookalikes: HostileDatabase = {
  name: 'texts that look alike stay apart: composed and decomposed, zero width, byte-order mark, full width',
  content: `CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT); ${LOOKALIKES.map((word) => `INSERT INTO t (word) VALUES ('${word}');`).join(' ')}`,
  answers: [
    ['SELECT word FROM t ORDER BY n', LOOKALIKES.map((word) => [word])],
    ['SELECT count(DISTINCT word), count(DISTINCT word COLLATE nocase) FROM t', [[10, 9]]],
  ],
};

const wide = (encoding: string): HostileDatabase => ({
  name: `${encoding}: names, values, beyond the basic plane, half a pair, and an investigation`,
  content: `
    PRAGMA encoding = '${encoding}';
    CREATE TABLE "größen 🕵" (id INTEGER PRIMARY KEY, "ärzt" TEXT, geheilt INT);
    INSERT INTO "größen 🕵"
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400)
      SELECT n, CASE n % 2 WHEN 0 THEN 'Özlem 🩺' ELSE 'Jørgen' END, CASE n % 2 WHEN 0 THEN n % 10 > 2 ELSE n % 10 > 6 END FROM c;
    CREATE TABLE odd (word TEXT); INSERT INTO odd VALUES ('𝄞'), ('');`,
  schema: ({ tables }) => expect(tables[0]).toMatchObject({ name: 'größen 🕵', rowCount: { rows: 400 } }),
  answers: [
    ['PRAGMA encoding', [[encoding]]],
    [
      'SELECT "ärzt", count(*) FROM "größen 🕵" GROUP BY 1 ORDER BY 1',
      [
        ['Jørgen', 200],
        ['Özlem 🩺', 200],
      ],
    ],
    [
      `SELECT word, length(word), hex(word) FROM odd WHERE word <> ''`,
      [['𝄞', 1, encoding === 'UTF-16le' ? '34D81EDD' : 'D834DD1E']],
    ],
  ],
  investigation: {
    question: 'Which "ärzt" is best for geheilt?',
    finds: (board) =>
      expect(
        board.hypotheses.some(({ status }) => status === 'supported'),
        outcomes(board) + board.report,
      ).toBe(true),
  },
});

const mixed: HostileDatabase = {
  name: 'text in numeric columns, numbers in text columns, BLOBs in text columns',
  content: `
    CREATE TABLE t (k INTEGER PRIMARY KEY, price REAL, count INT, word TEXT, raw BLOB);
    INSERT INTO t VALUES (1, '1057,00', '2a', 3, 'text'), (2, '1e3', '0x10', 4.50, 5), (3, ' 7 ', '', X'414243', NULL),
      (4, '٣', '9223372036854775808', 1e20, X''), (5, X'31', '1.0', -0.0, '6');`,
  answers: [
    [
      'SELECT price, count, word, raw FROM t ORDER BY k',
      [
        ['1057,00', '2a', '3', 'text'],
        [1000, '0x10', '4.5', 5],
        [7, '', blob(0x41, 0x42, 0x43), null],
        ['٣', 2 ** 63, '1.0e+20', blob()],
        [blob(0x31), 1, '0.0', '6'],
      ],
    ],
    ['SELECT sum(price) FROM t WHERE k IN (1, 2)', [[2057]]],
    ["SELECT count(*) FROM t WHERE word = 'ABC'", [[0]]],
  ],
};

const cases: HostileDatabase = {
  name: 'a measure of which some cells are text: an investigation leaves them out; one of which most are is refused with the reason',
  content: `
    CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT, amount REAL, price REAL);
    INSERT INTO sales
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 600)
      SELECT n, CASE n % 2 WHEN 0 THEN 'north' ELSE 'south' END,
        CASE n % 100 WHEN 7 THEN '1057,00' WHEN 8 THEN '2a' ELSE 50 + (n % 2 = 0) * 10 + n % 7 END,
        (50 + n % 97) || ',50' FROM c;`,
  answers: [["SELECT count(*) FROM sales WHERE typeof(amount) = 'text'", [[12]]]],
  investigation: {
    question: 'Is the amount higher in the north region than in the south region?',
    finds: (board) => {
      expect(board.hypotheses[0]?.status, outcomes(board) + board.report).toBe('supported');
      const deciding = board.evidence.find(({ statistics }) => statistics?.interval);
      expect(deciding?.statistics?.n).toBe(588);
      expect(deciding?.statistics?.estimate).toBeCloseTo(10, 0);
    },
  },
};

const refused: HostileDatabase = {
  ...cases,
  name: 'a measure with decimal commas is not read as whole numbers: no verdict rather than a wrong one',
  answers: [["SELECT typeof(price), sum(price) FROM sales WHERE price = '57,50'", [['text', 7 * 57]]]],
  investigation: {
    question: 'Is the price higher in the north region than in the south region?',
    finds: (board) => expect(board.verdicts, outcomes(board)).toEqual([]),
  },
};

describeCorpus('text and mixed types', [
  brokenText,
  nulls,
  lookalikes,
  wide('UTF-16le'),
  wide('UTF-16be'),
  mixed,
  cases,
  refused,
]);
