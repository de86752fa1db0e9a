import { describe, expect, it } from 'vitest';
import { unsupported } from '../../src/board/binding';
import { binomialUpperTail } from '../../src/statistics/binomial';
import { investigated, outcomes } from './investigations';

/** Pumps that stop a few minutes after their filter clogs; inspections come at any time, and once just before a stop. */
const waterworks = `
CREATE TABLE pump (pump_id INTEGER PRIMARY KEY, hall TEXT);
CREATE TABLE state_log (entry_id INTEGER PRIMARY KEY, pump_id INTEGER REFERENCES pump(pump_id), noted_at TEXT, state TEXT, stopped INTEGER);
CREATE TABLE alarm (alarm_id INTEGER PRIMARY KEY, pump_id INTEGER REFERENCES pump(pump_id), raised_at TEXT, what TEXT);
CREATE TABLE inspection (inspection_id INTEGER PRIMARY KEY, pump_id INTEGER REFERENCES pump(pump_id), done_at TEXT, result TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO pump SELECT i, CASE i % 2 WHEN 0 THEN 'north' ELSE 'south' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO alarm SELECT i, 1 + i % 20, datetime('2024-02-01 06:00', '+' || (i * 700) || ' minutes'), 'filter clogged' FROM n;
INSERT INTO state_log SELECT alarm_id, pump_id, strftime('%Y-%m-%d %H:%M', raised_at, '+6 minutes'), 'halted', 1 FROM alarm;
UPDATE alarm SET raised_at = strftime('%Y-%m-%d %H:%M', raised_at);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
INSERT INTO state_log SELECT 1000 + i, 1 + i % 20, strftime('%Y-%m-%d %H:%M', '2024-02-01 00:00', '+' || (i * 71) || ' minutes'), 'running', 0 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO inspection SELECT i, 1 + (i * 7) % 20, strftime('%Y-%m-%d %H:%M', '2024-02-01 03:00', '+' || (i * 471) || ' minutes'), 'in order' FROM n;
INSERT INTO inspection SELECT 900, pump_id, strftime('%Y-%m-%d %H:%M', noted_at, '-20 minutes'), 'in order' FROM state_log WHERE entry_id = 5;
`;

/** The stop of row 5: pump 6, six minutes after its alarm. */
const QUESTION = 'Why was pump 6 stopped on 2024-02-03 at 16:26?';

describe('what led to it', () => {
  it('what came before and is followed by such stops more often than chance; what only came before is not', async () => {
    const board = await investigated(waterworks, QUESTION);
    const status = (word: string) => board.hypotheses.find(({ statement }) => statement.includes(word))?.status;
    expect(status('filter clogged'), outcomes(board)).toBe('supported');
    expect(status('in order'), outcomes(board)).toBe('inconclusive');
    expect(unsupported(board)).toEqual([]);
  });

  it('what did not come before it is contradicted', async () => {
    const board = await investigated(`${waterworks}; DELETE FROM inspection WHERE inspection_id = 900;`, QUESTION);
    expect(board.hypotheses.find(({ statement }) => statement.includes('in order'))?.status).toBe('contradicted');
  });

  it('a stop that did not happen has no cause', async () => {
    const board = await investigated(waterworks, 'Why was pump 6 stopped on 2024-02-03 at 03:14?');
    expect(board.hypotheses).toEqual([]);
    expect(board.investigation.limitations.join(' ')).toContain('at that time');
  });
});

describe('the chance of at least so many', () => {
  it.each([
    [0, 10, 0.2, 1],
    [1, 1, 0.3, 0.3],
    [2, 3, 0.5, 0.5],
    [11, 10, 0.5, 0],
    [10, 10, 1, 1],
  ])('%i of %i at %f is %f', (events, n, chance, expected) => {
    expect(binomialUpperTail(events, n, chance)).toBeCloseTo(expected, 10);
  });
});
