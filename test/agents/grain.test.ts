import { describe, expect, it } from 'vitest';
import { unsupported } from '../../src/board/binding';
import type { Board } from '../../src/board/board';
import { Keys } from '../../src/agents/analysis/keys';
import { Units } from '../../src/agents/analysis/units';
import { never, readerOf } from './data-reader';
import { investigated, outcomes } from './investigations';

const counted = (most: number) => `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${most})`;

/** Baskets with a total; each has two lines, of the two aisles, one much dearer. Two clerks, each knows two streets. */
const kiosk = (
  line = 'price REAL, quantity INTEGER,',
  cells = 'CASE n % 2 WHEN 0 THEN 9.0 ELSE 1.0 END, 1 + n * n / 7 % 4,',
) => `
CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO clerks VALUES (1, 'Ona Reed'), (2, 'Per Voss'), (3, 'Una Zell');
CREATE TABLE streets (street_id INTEGER PRIMARY KEY, label TEXT);
INSERT INTO streets VALUES (1, 'Elm'), (2, 'Oak'), (3, 'Ash');
CREATE TABLE clerk_streets (clerk_id INTEGER REFERENCES clerks, street_id INTEGER REFERENCES streets, PRIMARY KEY (clerk_id, street_id));
INSERT INTO clerk_streets VALUES (1, 1), (1, 2), (1, 3), (2, 3), (3, 1), (3, 2);
CREATE TABLE goods (good_id INTEGER PRIMARY KEY, aisle TEXT);
INSERT INTO goods ${counted(40)} SELECT n, CASE n % 2 WHEN 0 THEN 'dairy' ELSE 'bread' END FROM c;
CREATE TABLE baskets (basket_id INTEGER PRIMARY KEY, clerk_id INTEGER REFERENCES clerks, total REAL);
INSERT INTO baskets ${counted(300)} SELECT n, CASE WHEN n <= 200 THEN 1 WHEN n <= 240 THEN 2 ELSE 3 END, 10.0 + n % 7 + CASE WHEN n BETWEEN 201 AND 240 THEN 25 ELSE 0 END FROM c;
CREATE TABLE lines (line_id INTEGER PRIMARY KEY, basket_id INTEGER REFERENCES baskets, good_id INTEGER REFERENCES goods, ${line} packed INTEGER);
INSERT INTO lines ${counted(600)} SELECT n, 1 + (n - 1) / 2, 1 + n % 40, ${cells} n % 2 FROM c;
`;

function measuredBy(board: Board): readonly unknown[] {
  return board.hypotheses.flatMap(({ claim }) =>
    claim?.kind === 'effect' && claim.subgroup === undefined ? [{ unit: claim.unit, outcome: claim.outcome }] : [],
  );
}

describe('a total belongs to one row of what is compared', () => {
  it('a basket’s total is not added up for each of its lines: price × quantity of the lines is', async () => {
    const board = await investigated(kiosk(), 'Which aisle sells best?');
    const outcome = {
      column: { table: 'lines', column: 'price' },
      measure: 'sum',
      times: { table: 'lines', column: 'quantity' },
    };
    expect(measuredBy(board), outcomes(board)).toEqual([
      { unit: 'goods', outcome },
      { unit: 'goods', outcome },
    ]);
    const crude = board.evidence.find(({ statistics }) => statistics?.answers === 'crude')?.statistics?.arms;
    const [low = 0, high = 0] = (crude ?? []).map(({ value }) => value).sort((a, b) => a - b);
    expect(high / low).toBeGreaterThan(5);
    expect(board.investigation.assumptions.join('\n')).toContain('total is not added up');
    expect(unsupported(board)).toEqual([]);
  });

  it('without a price of the lines it is how many there are', async () => {
    const board = await investigated(kiosk('', ''), 'Which aisle sells best?');
    expect(measuredBy(board)[0], outcomes(board)).toMatchObject({
      outcome: { column: { table: 'lines' }, measure: 'count' },
    });
  });

  it('with nothing to count it is refused, and says why', async () => {
    const board = await investigated(kiosk('', ''), 'Does packed raise the total revenue?');
    expect(board.hypotheses, outcomes(board)).toEqual([]);
    expect(board.investigation.limitations.join('\n')).toContain('several rows of lines share one row of baskets');
  });

  it('the SQL of units refuses it too', async () => {
    const data = await readerOf(kiosk());
    const total = { column: { table: 'baskets', column: 'total' }, measure: 'sum' } as const;
    const sqlFor = (unit: string) => new Units(unit, new Keys(data.schema, data), never).outcome(total);
    await expect(sqlFor('goods')).rejects.toThrow('several of them share one row of baskets');
    await expect(sqlFor('lines')).rejects.toThrow('several of them share one row of baskets');
    await expect(sqlFor('clerks')).resolves.toContain('total');
  });
});

describe('the unit', () => {
  it('is the transaction, not a link that also knows who', async () => {
    const board = await investigated(kiosk(), 'Which clerk sells the most?');
    const [first] = measuredBy(board);
    expect(first, outcomes(board)).toMatchObject({ unit: 'baskets', outcome: { column: { column: 'total' } } });
    expect(measuredBy(board)).toHaveLength(3);
  });

  it('of what only a link knows is what is linked', async () => {
    const data = await readerOf(kiosk());
    const keys = new Keys(data.schema, data);
    expect(['clerk_streets', 'lines', 'clerks', 'baskets'].filter((table) => keys.isLink(table))).toEqual([
      'clerk_streets',
    ]);
    const board = await investigated(kiosk(), 'Which street sells the most?');
    expect(measuredBy(board)[0], outcomes(board)).toMatchObject({ unit: 'clerks' });
  });
});
