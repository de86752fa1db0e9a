import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../src/agents/tools/check-claim';
import { claimInput, toClaim } from '../../../src/agents/tools/claim-input';
import { claimText } from '../../../src/agents/llm/claim-text';
import { claimSchema, type Claim } from '../../../src/board/claim';
import { openClinic } from './clinic';

const older = { table: 'patients', column: 'age', is: { atLeast: 65 } };
const drugA = { table: 'patients', column: 'treatment', is: 'drug_a' };
const died = { table: 'patients', column: 'died', event: 1 };
const comorbidity = { table: 'patients', column: 'comorbidity' };
const may = { start: '2026-05-01', end: '2026-06-01' };
const seen = { table: 'visits', column: 'id', measure: 'count' };

const inputs = [
  {
    kind: 'effect',
    population: [older],
    exposure: drugA,
    versus: { ...drugA, is: 'standard' },
    outcome: died,
    direction: 'lowers',
    subgroup: { ...comorbidity, is: 'asthma' },
  },
  { kind: 'effect', exposure: comorbidity, outcome: died, direction: 'differs', unit: 'patients' },
  {
    kind: 'best',
    among: { table: 'patients', column: 'treatment' },
    value: 'drug_a',
    outcome: died,
    direction: 'lowest',
  },
  { kind: 'modification', exposure: drugA, outcome: died, by: comorbidity },
  {
    kind: 'confounding',
    exposure: drugA,
    outcome: { ...died, event: [1, 2] },
    by: { table: 'patients', column: 'age' },
  },
  {
    kind: 'change',
    outcome: seen,
    when: { table: 'visits', column: 'seen_on' },
    from: may,
    to: may,
    direction: 'fell',
    explainedBy: { table: 'visits', column: 'note', is: null },
  },
  {
    kind: 'change',
    outcome: { ...seen, measure: 'sum', times: { table: 'visits', column: 'patient_id' } },
    when: { table: 'visits', column: 'seen_on' },
    from: may,
    to: may,
    direction: 'rose',
  },
  { kind: 'artefact', what: 'duplicates', where: { table: 'visits', column: 'id' }, period: may },
  { kind: 'entity', table: 'patients', key: 7, label: 'patient 7', role: 'the sender' },
  {
    kind: 'event',
    cause: { table: 'visits', column: 'note', is: 'stable' },
    effect: { table: 'patients', column: 'died', is: 1 },
    within: may,
  },
];

describe.each(inputs)('a claim of kind $kind as a model writes it', (input) => {
  it('becomes a claim of the board that fits the schema', async () => {
    const { schema } = await openClinic();
    const claim = toClaim(claimInput.parse(input));
    expect(claimSchema.parse(claim)).toEqual(claim);
    expect(checkClaim(claim, schema)).toEqual(claim);
  });

  it('is refused for any name that the schema does not have', async () => {
    const { schema } = await openClinic();
    const text = JSON.stringify(toClaim(claimInput.parse(input)));
    for (const [, name = ''] of text.matchAll(/"(?:table|column|unit)":"(\w+)"/g)) {
      const claim = claimSchema.parse(
        JSON.parse(text.replaceAll(new RegExp(`("(?:table|column|unit)":"${name})"`, 'g'), '$1x"')),
      );
      expect(() => checkClaim(claim, schema)).toThrow(`${name}x`);
    }
  });

  it('can be said on one line', () => {
    const text = claimText(toClaim(claimInput.parse(input)));
    expect(text).not.toContain('undefined');
    expect(text.startsWith(`${input.kind}: `)).toBe(true);
  });
});

const effect = (more: object): Claim =>
  toClaim(claimInput.parse({ kind: 'effect', exposure: drugA, outcome: died, direction: 'lowers', ...more }));

describe('a claim that does not fit the schema', () => {
  it('is told with near misses of tables and columns', async () => {
    const { schema } = await openClinic();
    const claim = effect({ exposure: { ...drugA, table: 'patient' }, outcome: { ...died, column: 'dead' } });
    expect(() => checkClaim(claim, schema)).toThrow(
      'the claim does not fit the schema: unknown table: patient; did you mean patients or older_patients?. unknown column: patients.dead',
    );
  });

  it('is told where the column really is', async () => {
    const { schema } = await openClinic();
    expect(() => checkClaim(effect({ outcome: { ...died, table: 'visits' } }), schema)).toThrow(
      'the claim does not fit the schema: unknown column: visits.died; patients.died, older_patients.died exists',
    );
  });

  it('is refused by the board too, and nothing of it is kept', async () => {
    const { contexts, session } = await openClinic();
    const claim = effect({ population: [{ ...older, column: 'years' }] });
    await expect(contexts.hypothesizer(undefined).propose({ statement: 'It helps', claim })).rejects.toThrow(
      'patients.years',
    );
    expect(session.board.hypotheses).toEqual([]);
  });
});

it('names are spelled as the schema spells them', async () => {
  const { schema } = await openClinic();
  const claim = effect({ exposure: { table: 'PATIENTS', column: 'Treatment', is: 'drug_a' } });
  expect(checkClaim(claim, schema)).toEqual(effect({}));
});

describe('an input is refused', () => {
  const refuses = (input: object): string => claimInput.safeParse(input).error?.message ?? '';
  const base = { kind: 'effect', exposure: drugA, outcome: died, direction: 'lowers' };

  it('for an outcome that is both an event and a measure, or neither', () => {
    expect(refuses({ ...base, outcome: { ...died, measure: 'mean' } })).toContain('exactly one of event and measure');
    expect(refuses({ ...base, outcome: { table: 'patients', column: 'died' } })).toContain(
      'exactly one of event and measure',
    );
  });

  it('for an empty range and an unknown bound', () => {
    expect(refuses({ ...base, population: [{ ...older, is: {} }] })).toContain('a range needs a bound');
    expect(refuses({ ...base, population: [{ ...older, is: { min: 65 } }] })).toContain(
      'atLeast, above, atMost or below',
    );
  });
});
