import { describe, expect, it } from 'vitest';
import { leadText } from '../../src/board/views/answer-text';
import { investigated, outcomes } from './investigations';

const counted = (most: number) => `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${most})`;

const HIVES = `
CREATE TABLE keepers (keeper_id INTEGER PRIMARY KEY, name TEXT, county TEXT);
INSERT INTO keepers ${counted(60)} SELECT n, 'Keeper ' || n, CASE n % 3 WHEN 0 THEN 'Kent' ELSE 'Devon' END FROM c;
CREATE TABLE hives (hive_id INTEGER PRIMARY KEY, keeper_id INTEGER REFERENCES keepers, wood TEXT, failed INTEGER, honey REAL);
INSERT INTO hives ${counted(1800)} SELECT n, 1 + n % 60, CASE n % 2 WHEN 0 THEN 'pine' ELSE 'oak' END,
  n * n % 7 < CASE n % 60 WHEN 11 THEN 0 ELSE 3 END, 5 + n * n % 13 FROM c;`;

describe('a question that does not say what it asks', () => {
  it.each(['How many hives failed?', 'What is the average honey?', 'What was the total honey?'])(
    'is refused with the next step when it asks for a number: %s',
    async (question) => {
      const board = await investigated(HIVES, question);
      expect(board.hypotheses, outcomes(board)).toEqual([]);
      expect(board.investigation.limitations.join('\n')).toMatch(/asks for one number.*data-detective query/);
    },
  );

  it('is asked back when it names no outcome', async () => {
    const board = await investigated(HIVES, 'Tell me something about the keepers');
    expect(board.hypotheses, outcomes(board)).toEqual([]);
    expect(board.investigation.limitations.join('\n')).toMatch(/names keepers.*ask which/);
  });

  it('is read as what drives the outcome that it names, and the answer begins with that', async () => {
    const board = await investigated(HIVES, 'Tell me something about failed hives');
    expect(leadText(board.report), outcomes(board)).toMatch(/^Read as: what drives failed\? /);
  });
});

describe('who is best', () => {
  it('is a comparison among many rows: those that lead, and how many they were chosen among', async () => {
    const board = await investigated(HIVES, 'Who is our best keeper?');
    const claims = board.hypotheses.flatMap(({ claim }) =>
      claim?.kind === 'effect' && claim.subgroup === undefined ? [claim] : [],
    );
    expect(claims[0], outcomes(board)).toMatchObject({
      unit: 'hives',
      exposure: { column: { column: 'keeper_id' }, is: 12 },
      chosenAmong: 60,
    });
    expect(leadText(board.report)).toMatch(/^Plain figures, share with failed: Keeper 12 .* 0\.0 %/);
  });

  it('a possessive names what is compared', async () => {
    const board = await investigated(HIVES, 'Which county’s keepers have the highest total honey?');
    expect(board.hypotheses[0]?.statement, outcomes(board)).toMatch(/^county = /);
  });
});
