import type { Random } from '../../../src/base/random';
import { between, pick, pickSeveral, shuffled } from '../draw';
import type { Cell } from '../tables';
import { isoDay, logistic, table, type Domain, type Draft, type DraftHypothesis, type Variant } from './domain';

const DRUGS = ['amorexin', 'belvanol', 'cortiva', 'dexalor', 'enoprid', 'fluvatex'];
const CONDITIONS = ['asthma', 'diabetes', 'hypertension', 'gout', 'anaemia', 'migraine'];
const SEVERITIES = ['mild', 'moderate', 'severe'] as const;
const FIRST_DAY = 19_000;

/** Of the severities in order: the studied drug goes to the milder cases. */
const SHARE_OF_STUDIED = [0.55, 0.4, 0.2];
const RISK = { base: -2.3, severity: 0.75, perYear: 0.02, conditions: 1.3 };

type Admission = { patient: number; severity: number; drug: string; dose: number; day: number; died: number | null };

/**
 * Which treatment is best, where the studied drug looks good because the milder cases get it: within severity it does nothing on
 * the whole, helps with one condition and harms with another. The dose does nothing.
 */
export const clinical: Domain = {
  name: 'clinical',
  variants: [
    'clean',
    'clean',
    'clean',
    'clean',
    'decoys',
    'decoys',
    'decoys',
    'column absent',
    'too few',
    'outcome permuted',
  ],
  draw,
};

function draw(random: Random, variant: Variant): Draft {
  const drugs = pickSeveral(random, DRUGS, 3);
  const [studied = '', ...others] = drugs;
  const [helped = '', harmed = '', ...without] = shuffled(random, CONDITIONS);
  const patients = variant === 'too few' ? 70 : 9_000;
  const conditions: Cell[][] = [];
  const people: Cell[][] = [];
  const admissions: Admission[] = [];
  for (let id = 1; id <= patients; id++) {
    const age = between(random, 20, 90);
    const own = new Set(
      [helped, harmed, ...without].filter(
        (condition) => random() < (condition === helped || condition === harmed ? 0.22 : 0.12),
      ),
    );
    people.push([id, age, pick(random, ['female', 'male']), pick(random, ['north', 'east', 'south', 'west'])]);
    for (const condition of own) conditions.push([conditions.length + 1, id, condition]);
    const severity = random() < 0.5 ? 0 : random() < 0.6 ? 1 : 2;
    const drug = random() < (SHARE_OF_STUDIED[severity] ?? 0) ? studied : pick(random, others);
    const effect =
      drug !== studied ? 0 : (own.has(helped) ? -RISK.conditions : 0) + (own.has(harmed) ? RISK.conditions : 0);
    const risk = logistic(RISK.base + RISK.severity * severity + RISK.perYear * (age - 55) + effect);
    admissions.push({
      patient: id,
      severity,
      drug,
      dose: pick(random, [50, 100, 200]),
      day: FIRST_DAY + between(random, 0, 500),
      died: random() < risk ? 1 : 0,
    });
  }
  if (variant === 'outcome permuted') {
    const outcomes = shuffled(
      random,
      admissions.map(({ died }) => died),
    );
    for (const [index, admission] of admissions.entries()) admission.died = outcomes[index] ?? 0;
  }
  if (variant === 'decoys') addDecoys(random, admissions, others[0] ?? '');
  const outcome = variant === 'column absent' ? 'sleep quality' : 'death';
  return {
    question:
      variant === 'column absent'
        ? `Which drug improves ${outcome} most?`
        : `Which drug is most effective against ${outcome}?`,
    tables: [
      table('patients', { patient_id: 'INTEGER', age: 'INTEGER', sex: 'TEXT', region: 'TEXT' }, people),
      table(
        'conditions',
        { condition_id: 'INTEGER', patient_id: 'patients.patient_id', condition: 'TEXT' },
        conditions,
      ),
      table(
        'admissions',
        {
          admission_id: 'INTEGER',
          patient_id: 'patients.patient_id',
          severity: 'TEXT',
          drug: 'TEXT',
          dose_mg: 'INTEGER',
          admitted_on: 'TEXT',
          died: 'INTEGER',
        },
        admissions.map(({ patient, severity, drug, dose, day, died }, index) => [
          index + 1,
          patient,
          SEVERITIES[severity] ?? null,
          drug,
          dose,
          isoDay(day),
          died,
        ]),
      ),
    ],
    hypotheses: variant === 'column absent' ? [] : hypothesesOf(variant, studied, others, helped, harmed),
  };
}

/** Admissions entered twice, and outcomes missing where they were bad. */
function addDecoys(random: Random, admissions: Admission[], drug: string): void {
  for (const admission of admissions.slice(0, admissions.length)) {
    if (admission.drug === drug && admission.died === 1 && random() < 0.05) admission.died = null;
    if (random() < 0.01) admissions.push({ ...admission });
  }
}

function hypothesesOf(
  variant: Variant,
  studied: string,
  others: readonly string[],
  helped: string,
  harmed: string,
): readonly DraftHypothesis[] {
  const hasAnswer = variant === 'clean' || variant === 'decoys';
  const outcome = 'admissions.died';
  const exposure = (value: string) => ({ column: 'admissions.drug', value });
  const counts = 'COUNT(a.died) AS n, SUM(a.died) AS deaths FROM admissions a';
  const overall = (drug: string): DraftHypothesis => ({
    key: `${drug} lowers death`,
    effects: [{ exposure: exposure(drug), outcome, direction: 'lowers' }],
    verdict: hasAnswer ? 'contradicted' : 'inconclusive',
    role: 'suspect',
    names: [drug],
    sql: `SELECT a.severity, a.drug, ${counts} GROUP BY a.severity, a.drug`,
    alts: [
      `SELECT a.drug, ${counts} GROUP BY a.drug`,
      `SELECT a.severity, a.drug = '${drug}', ${counts} GROUP BY a.severity, a.drug = '${drug}'`,
      `SELECT a.drug = '${drug}', ${counts} GROUP BY a.drug = '${drug}'`,
    ],
  });
  const among = (
    condition: string,
    verdict: DraftHypothesis['verdict'],
    role: DraftHypothesis['role'],
  ): DraftHypothesis => {
    const joined = `${counts} JOIN conditions c ON c.patient_id = a.patient_id AND c.condition = '${condition}'`;
    return {
      key: `${studied} lowers death with ${condition}`,
      effects: [
        {
          exposure: exposure(studied),
          outcome,
          subgroup: { column: 'conditions.condition', value: condition },
          direction: 'lowers',
        },
      ],
      verdict,
      role,
      names: [condition],
      sql: `SELECT a.severity, a.drug, ${joined} GROUP BY a.severity, a.drug`,
      alts: [
        `SELECT a.drug, ${joined} GROUP BY a.drug`,
        `SELECT a.severity, a.drug = '${studied}', ${joined} GROUP BY a.severity, a.drug = '${studied}'`,
      ],
    };
  };
  const drugs = [studied, ...others].map(overall);
  if (!hasAnswer) return drugs;
  const raises = (subgroup: { column: string; value: string }, name: string): DraftHypothesis => ({
    key: `${studied} raises death with ${name}`,
    effects: [{ exposure: exposure(studied), outcome, subgroup, direction: 'raises' }],
    verdict: 'supported',
    role: 'background',
    names: [],
    sql: '',
  });
  return [
    ...drugs,
    among(helped, 'supported', 'culprit'),
    among(harmed, 'contradicted', 'suspect'),
    raises({ column: 'conditions.condition', value: harmed }, harmed),
  ];
}
