import { describe, expect, it } from 'vitest';
import { unsupported } from '../../src/board/binding';
import { answerOf } from '../../src/agents/report/answer';
import { leadText } from '../../src/board/views/answer-text';
import { boardOf, effectClaim } from './boards';
import { investigated, outcomes } from './investigations';

const counted = (most: number) => `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${most})`;

/** Ferries by pier, of which the busiest has the smallest fares, and one that is cancelled more often. */
const HARBOUR = `
CREATE TABLE sailings (sailing_id INTEGER PRIMARY KEY, pier TEXT, cancelled INTEGER, season TEXT, fares REAL);
INSERT INTO sailings ${counted(900)} SELECT n, CASE WHEN n <= 600 THEN 'quay' WHEN n <= 800 THEN 'jetty' ELSE 'mole' END,
  n % CASE WHEN n <= 600 THEN 10 ELSE 4 END = 0, CASE n % 2 WHEN 0 THEN 'peak' ELSE 'calm' END,
  CASE WHEN n <= 600 THEN 40 ELSE 70 END + n * n % 11 FROM c;`;

describe('the answer begins with the plain figures', () => {
  it('shares by group, each with its evidence, the asked order first', async () => {
    const board = await investigated(HARBOUR, 'Which pier is cancelled most often?');
    expect(leadText(board.report), outcomes(board)).toMatch(
      /^Plain figures, share with cancelled: (?:jetty|mole) 25\.0 % \[E\d+\], (?:jetty|mole) 25\.0 % \[E\d+\], quay 10\.0 % \[E\d+\]\./,
    );
    expect(unsupported(board)).toEqual([]);
  });

  it('both groups of a question with yes or no', async () => {
    const board = await investigated(HARBOUR, 'Are sailings from the quay cancelled less often?');
    expect(leadText(board.report), outcomes(board)).toMatch(
      /^Plain figures, share with cancelled: .*10\.0 % \[(E\d+)\], the others 25\.0 % \[\1\]\./,
    );
    expect(unsupported(board)).toEqual([]);
  });

  it('totals first where the outcome is added up, and says that another leads by row', async () => {
    const board = await investigated(HARBOUR, 'Which pier has the highest total fares?');
    expect(leadText(board.report), outcomes(board)).toMatch(
      /^Plain figures, sum of fares in total: quay [\d,.]+ \[E\d+\], jetty [\d,.]+ \[E\d+\], mole .*; per row of sailings, where another leads: (?:jetty|mole) 7/,
    );
    expect(leadText(board.report)).toMatch(/\. Per row of sailings, /);
    expect(unsupported(board)).toEqual([]);
  });
});

describe('what is not decided although it is hardly chance', () => {
  it('says why', () => {
    const board = boardOf([
      {
        claim: effectClaim('raises'),
        pieces: [
          {
            statistics: {
              answers: 'crude',
              method: 'm',
              measure: 'risk difference',
              n: 900,
              p: 0.0001,
              interval: [0.02, 0.09],
              estimate: 0.05,
              passed: false,
              primary: true,
            },
          },
        ],
      },
    ]);
    const rule = 'too little support: one group has only 7 units';
    const answer = answerOf({
      ...board,
      hypotheses: board.hypotheses.map((each) => ({ ...each, status: 'inconclusive' as const })),
      verdicts: [
        {
          id: 'V1',
          hypothesis: 'H1',
          round: 1,
          proposed: 'inconclusive',
          status: 'inconclusive',
          confidence: 0.5,
          rule,
          rationale: rule,
          cites: ['E1'],
          by: '',
          at: '',
        },
      ],
    });
    expect(answer).toContain(`; why not: ${rule}`);
  });
});
