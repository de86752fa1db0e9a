import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault';
import { decodeEvent, encodeEvent, NewerBoard, parseBoard, printBoard } from '../../src/board/codec';
import { boardOf, hypothesis, query, sampleBoard, sampleEvents } from './sample';
import { anyBoard } from './arbitraries';

const full = { results: 'full' } as const;
const sampleText = printBoard(sampleBoard());

function faultOf(text: string): Fault {
  try {
    parseBoard(text, 'covid.d2board');
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('the text was read');
}

describe('printBoard and parseBoard', () => {
  test('any board comes back as it was: every kind of value, keys of later versions', () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        expect(parseBoard(printBoard(board, full), 'b')).toEqual(board);
      }),
    );
  });

  test('printing what was printed and parsed gives the same bytes, however much of the results is kept', () => {
    fc.assert(
      fc.property(anyBoard, fc.constantFrom('full', 'sample', 'none'), (board, results) => {
        const text = printBoard(board, { results });
        expect(printBoard(parseBoard(text, 'b'), { results })).toBe(text);
      }),
    );
  });

  test('the text of the sample board is as reviewed', () => {
    const golden = new URL('../golden/sample.d2board', import.meta.url);
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(golden, sampleText);
    expect(sampleText, 'look at the difference; UPDATE_GOLDEN=1 npx vitest run test/board accepts it').toBe(
      readFileSync(golden, 'utf8'),
    );
  });

  test('the text has LF line ends, a final newline, and no trailing spaces', () => {
    expect(sampleText.endsWith('}\n')).toBe(true);
    expect(sampleText).not.toMatch(/\r|[ \t]\n/);
  });

  test('one more row, link or line of a query changes one line more', () => {
    const lines = (text: string): string[] => text.split('\n');
    const longer = boardOf(sampleEvents);
    const [first] = longer.queries;
    if (first === undefined) throw new Error('the sample has queries');
    const grown = { ...longer, queries: [{ ...first, rows: [[7, 8, 9], ...first.rows] }, ...longer.queries.slice(1)] };
    const before = new Set(lines(sampleText));
    expect(lines(printBoard(grown)).filter((line) => !before.has(line))).toEqual(['        [7, 8, 9],']);
  });

  test('unsorted records of a hand-edited file are put in natural order', () => {
    const board = sampleBoard();
    const shuffled = { ...board, evidence: board.evidence.toReversed() };
    expect(printBoard(shuffled)).toBe(sampleText);
  });

  test('a file with a byte order mark and CRLF line ends is read', () => {
    expect(parseBoard(`\uFEFF${sampleText.replaceAll('\n', '\r\n')}`, 'b')).toEqual(parseBoard(sampleText, 'b'));
  });

  test('a board that the schema forbids is not written', () => {
    const board = { ...sampleBoard(), hypotheses: [hypothesis('H1', 'x', { confidence: 1.2 })] };
    expect(() => printBoard(board)).toThrow('not a board: hypotheses[0].confidence');
  });
});

describe('how much of the results a file keeps', () => {
  const board = { ...sampleBoard(), evidence: [], links: [], verdicts: [], hypotheses: [] };
  const rows = Array.from({ length: 60 }, (_, row) => [row, `name ${row}`]);
  const large = { ...board, queries: [query('Q1', 'SELECT id, Name FROM t', ['id', 'Name'], rows)] };
  const kept = (options: Parameters<typeof printBoard>[1]) => parseBoard(printBoard(large, options), 'b').queries[0];

  test('a sample is the first 50 rows, and says how many were left out', () => {
    expect(kept({ results: 'sample' })?.rows).toEqual(rows.slice(0, 50));
    expect(kept({ results: 'sample' })).toMatchObject({ cut: { rows: 10, characters: 0 }, rowCount: 60 });
  });

  test('none keeps no row, full keeps all, and the digest stays', () => {
    expect(kept({ results: 'none' })).toMatchObject({ rows: [], cut: { rows: 60 }, digest: 'multiset:Q1' });
    expect(kept({ results: 'full' })).toEqual(large.queries[0]);
  });

  test('is what the board says of itself, when nobody says otherwise', () => {
    const told = {
      ...large,
      investigation: { ...large.investigation, kept: { results: 'none' as const, redact: [] } },
    };
    expect(parseBoard(printBoard(told), 'b').queries[0]?.rows).toEqual([]);
    expect(parseBoard(printBoard(told, full), 'b').queries[0]?.rows).toEqual(rows);
  });

  test('what the database had cut already is added up', () => {
    const twice = { ...large, queries: large.queries.map((q) => ({ ...q, cut: { rows: 7, characters: 3 } })) };
    const [cutAgain] = parseBoard(printBoard(twice), 'b').queries;
    expect(cutAgain?.cut).toEqual({ rows: 17, characters: 3 });
  });

  test('cells of a redacted column are nowhere in the file, whatever the case of its name', () => {
    const text = printBoard(large, { results: 'full', redact: ['NAME'] });
    expect(text).not.toMatch(/name \d/);
    expect(parseBoard(text, 'b').queries[0]?.rows[3]).toEqual([3, '[redacted]']);
  });
});

describe('a bad file is told by its line', () => {
  const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

  test.each([
    ['a dangling link', '"to": "H2"', '"to": "H9"', 'link L2 points to H9, which does not exist'],
    ['a missing query', '"query": "Q10"', '"query": "Q7"', 'evidence E10 points to Q7, which does not exist'],
    ['a missing citation', '"cites": ["E1"]', '"cites": ["E7"]', 'verdict V1 points to E7, which does not exist'],
    [
      'a verdict on nothing',
      '"hypothesis": "H1"',
      '"hypothesis": "H7"',
      'verdict V1 points to H7, which does not exist',
    ],
    [
      'a refinement of nothing',
      '"refines": "H2"',
      '"refines": "H7"',
      'hypothesis H10 points to H7, which does not exist',
    ],
    [
      'a lost duplicate',
      '"redundantWith": "E2"',
      '"redundantWith": "E3"',
      'evidence E11 points to E3, which does not exist',
    ],
    ['a duplicate id', '"id": "E2"', '"id": "E1"', 'duplicate id E1'],
    ['a wrong type', '"weight": 0.8', '"weight": "x"', 'evidence[1].weight: expected number, received string'],
    ['a cell no writer makes', '[0, 3388, 471]', '[0, 3388, {}]', 'queries[0].rows[0][2]: not a cell value'],
    ['an unknown word', '"status": "contradicted"', '"status": "refuted"', 'hypotheses[0].status: '],
    ['a wrong constant in a claim', '"is": 1 }', '"is": true }', 'hypotheses[0].claim.exposure.is: '],
    ['broken JSON', '"Q10",\n      "sql"', '"Q10"\n      "sql"', 'not JSON: comma expected'],
    ['a conflict', '  "links": [', '<<<<<<< HEAD\n  "links": [', 'merge-conflict marker <<<<<<<'],
  ])('%s', (_, good, bad, message) => {
    const text = sampleText.replace(good, bad);
    expect(text).not.toBe(sampleText);
    const fault = faultOf(text);
    const shift = bad.includes('Q10"\n') ? 1 : 0;
    expect(fault.message).toContain(`covid.d2board, line ${lineOf(sampleText, good) + shift}: ${message}`);
    expect(fault.next).toContain('Nothing was overwritten.');
  });

  test('a missing key is told at the object that misses it', () => {
    const text = sampleText.replace('    "team": "offline",\n', '');
    expect(faultOf(text).message).toBe('covid.d2board, line 3: investigation.team: is missing');
  });

  test('an empty file and JSON of something else are no boards', () => {
    expect(faultOf('').message).toBe('covid.d2board, line 1: not JSON: value expected');
    expect(faultOf('[]').message).toBe('covid.d2board, line 1: the board: expected object, received array');
    expect(faultOf('{}').message).toBe('covid.d2board, line 1: d2board: expected 1');
  });

  test('a board of a later version is told apart, so that it can be shown and not be written', () => {
    const fault = faultOf('{ "d2board": 2, "anything": [] }');
    expect(fault).toBeInstanceOf(NewerBoard);
    expect(fault.message).toContain('board version 2 is newer');
  });
});

describe('events as lines', () => {
  test('every event of the sample comes back from its line', () => {
    for (const event of sampleEvents) {
      const line = encodeEvent(event);
      expect(line).not.toContain('\n');
      expect(decodeEvent(line)).toEqual(event);
    }
  });

  test('a line of something else is refused', () => {
    expect(() => decodeEvent('{"type":"exploded"}')).toThrow();
    expect(() => decodeEvent('{"type":"report')).toThrow();
  });
});
