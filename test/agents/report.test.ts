import { expect, it } from 'vitest';
import { covid, COVID_QUESTION } from '../../examples/covid';
import { unsupported } from '../../src/board/binding';
import { templateReport } from '../../src/agents/report/report';
import { statementOf } from '../../src/agents/report/statements';
import type { Claim } from '../../src/board/claim';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { boardOf, effectClaim } from './boards';
import { investigated } from './investigations';

it.each([
  ['kidney', () => investigated(kidney(), kidneyInvestigation.question)],
  ['covid', () => investigated(covid({ seed: 'report' }), COVID_QUESTION)],
])('the report of the %s example, and nothing in it is without evidence', async (name, run) => {
  const board = await run();
  expect(unsupported(board)).toEqual([]);
  await expect(board.report).toMatchFileSnapshot(`../golden/report-${name}.md`);
});

it('a report of nothing says why there is no answer', () => {
  const board = boardOf([]);
  expect(
    templateReport({ ...board, investigation: { ...board.investigation, limitations: ['the data hold no “moon”'] } }),
  ).toContain('No answer: the data hold no “moon”.');
});

it('text of the data stays on its line and in its cell', () => {
  const board = boardOf([{ claim: effectClaim('raises'), pieces: [{ fact: 'a | b\n\n# not a heading' }] }]);
  const [hypothesis] = board.hypotheses;
  if (!hypothesis) throw new Error('no hypothesis');
  const report = templateReport({
    ...board,
    hypotheses: [{ ...hypothesis, statement: 'x | y\n## z' }],
    verdicts: [
      {
        id: 'V1',
        hypothesis: 'H1',
        round: 1,
        proposed: 'supported',
        status: 'inconclusive',
        confidence: 0.5,
        rule: 'r',
        rationale: 'because\n# of',
        cites: ['E1'],
        by: '',
        at: '',
      },
    ],
  });
  expect(report).toContain('| H1 | x \\| y ## z | investigating |');
  expect(report).not.toMatch(/^# (not|of)/m);
  expect(report).toContain('The judge proposed supported; the rules decide.');
});

const column = (name: string) => ({ table: 'patients', column: name });
const change = {
  kind: 'change',
  outcome: {
    column: { table: 'sales', column: 'price' },
    measure: 'sum',
    times: { table: 'sales', column: 'quantity' },
    less: { table: 'sales', column: 'discount' },
  },
  when: { table: 'sales', column: 'day' },
  from: { start: '2024-04-01', end: '2024-05-01' },
  to: { start: '2024-05-01', end: '2024-06-01' },
  direction: 'fell',
} as const;
const shared = {
  exposure: column('dose'),
  outcome: { column: column('died'), event: 1, named: 'died' },
  by: column('ward'),
} as const;

it.each<[Claim, string]>([
  [effectClaim('raises'), 'drug = a raises the rate of died = 1'],
  [
    effectClaim('lowers', {
      versus: { column: column('drug'), is: 'b' },
      population: [{ column: column('age'), is: { atLeast: 65, below: 80 } }],
      subgroup: { column: column('sex'), is: ['f', null] },
    }),
    'drug = a lowers the rate of died = 1 compared with drug = b among patients with age ≥ 65 and age < 80 and sex is f or NULL',
  ],
  [
    effectClaim('none', { outcome: { column: column('stay'), measure: 'mean' } }),
    'drug = a does not change the mean of stay',
  ],
  [{ kind: 'modification', ...shared }, 'The effect of dose on died depends on ward'],
  [{ kind: 'confounding', ...shared }, 'ward distorts the comparison of dose on died (confounding)'],
  [
    {
      kind: 'best',
      among: column('drug'),
      value: 'a',
      outcome: { column: column('id'), measure: 'count' },
      direction: 'highest',
    },
    'drug = a has the highest number of patients',
  ],
  [change, 'The sum of price × quantity less discount really fell in 2024-05-01 against the period before'],
  [
    { ...change, explainedBy: { column: { table: 'sales', column: 'region' }, is: '' } },
    "The fall of the sum of price × quantity less discount in 2024-05-01 comes from region = ''",
  ],
  [{ kind: 'artefact', what: 'duplicates', where: column('id') }, 'The data hold duplicates in patients.id'],
  [{ kind: 'entity', table: 'people', key: 1, label: 'Eve', role: 'thief' }, 'Eve is the thief'],
])('a claim is a sentence: %#', (claim, sentence) => {
  expect(statementOf(claim)).toBe(sentence);
});
