import { seededRandom, type Random } from '../src/base/random';
import type { Cell, Dataset } from './dataset';
import { chance, daysAfter, integerBetween, normal, systematicSample, weighted } from './draw';

/** The paper's question (Figure 1). */
export const COVID_QUESTION = 'Which treatment is most effective for older COVID-19 patients?';

const SEVERITIES = ['mild', 'moderate', 'severe'] as const;
type Severity = (typeof SEVERITIES)[number];

const DRUGS = ['drug_a', 'drug_b', 'drug_c', 'standard_care'] as const;
type Drug = (typeof DRUGS)[number];

const SEVERITY_SHARES = {
  older: { mild: 0.42, moderate: 0.34, severe: 0.24 },
  younger: { mild: 0.68, moderate: 0.24, severe: 0.08 },
};

/** Who gets which drug: drug A goes to the milder cases. This is the confounding, and nothing else decides. */
const DRUG_SHARES: Readonly<Record<Severity, Readonly<Record<Drug, number>>>> = {
  mild: { drug_a: 0.58, drug_b: 0.1, drug_c: 0.14, standard_care: 0.18 },
  moderate: { drug_a: 0.42, drug_b: 0.18, drug_c: 0.18, standard_care: 0.22 },
  severe: { drug_a: 0.24, drug_b: 0.27, drug_c: 0.24, standard_care: 0.25 },
};

/** Of dying, at 75 years; it grows by 2.5 % a year of age. */
const RISK_AT_75: Readonly<Record<Severity, number>> = { mild: 0.16, moderate: 0.25, severe: 0.42 };

/** What drug A adds to the risk at 65 and over: with asthma it helps, with diabetes it harms by as much. */
const EFFECT = 0.12;

const PREVALENCES = {
  older: { asthma: 0.2, diabetes: 0.2, hypertension: 0.4, obesity: 0.26, copd: 0.12 },
  younger: { asthma: 0.16, diabetes: 0.08, hypertension: 0.18, obesity: 0.26, copd: 0.03 },
};
type Condition = keyof (typeof PREVALENCES)['older'];

const DOSES = [100, 200, 400];

const HOSPITALS: readonly (readonly [string, string, number])[] = [
  ['Northgate General', 'north', 640],
  ['Harbour View', 'north', 310],
  ['St Brigid', 'east', 480],
  ['Eastfield', 'east', 220],
  ['Queens Park', 'south', 720],
  ['Millbrook', 'south', 180],
  ['Westmoor University', 'west', 910],
  ['Three Rivers', 'west', 260],
];

type Patient = {
  readonly age: number;
  readonly sex: string;
  readonly smoker: string | null;
  readonly bodyMassIndex: number | null;
  readonly hospital: number;
  readonly conditions: ReadonlySet<Condition>;
  readonly severity: Severity;
  readonly drug: Drug;
  readonly dose: number | null;
  readonly admittedOn: string;
  readonly lengthOfStay: number | null;
};

/**
 * A hospital group's COVID-19 patients with a planted truth. Drug A looks better because it is given to the milder cases;
 * within severity it has no effect at 65 and over, helps those with asthma, and harms those with diabetes. The other drugs,
 * the dose, the hospital, sex and smoking have none. A few cells are missing, as in real data, never the outcome.
 */
export function covid({ seed, patients: count = 20_000 }: { seed: string; patients?: number }): Dataset {
  const random = seededRandom(seed);
  const patients = Array.from({ length: count }, () => drawPatient(random));
  const died = drawDeaths(random, patients);
  const rows = (row: (patient: Patient, id: number) => readonly Cell[]): (readonly Cell[])[] =>
    patients.map((patient, index) => row(patient, index + 1));
  return {
    tables: [
      {
        name: 'hospitals',
        columns: [
          { name: 'hospital_id', type: 'INTEGER' },
          { name: 'name', type: 'TEXT' },
          { name: 'region', type: 'TEXT' },
          { name: 'beds', type: 'INTEGER' },
        ],
        primaryKey: ['hospital_id'],
        foreignKeys: [],
        rows: HOSPITALS.map((hospital, index) => [index + 1, ...hospital]),
      },
      {
        name: 'patients',
        columns: [
          { name: 'patient_id', type: 'INTEGER' },
          { name: 'age', type: 'INTEGER' },
          { name: 'sex', type: 'TEXT' },
          { name: 'smoker', type: 'TEXT' },
          { name: 'body_mass_index', type: 'REAL' },
          { name: 'hospital_id', type: 'INTEGER' },
        ],
        primaryKey: ['patient_id'],
        foreignKeys: [{ column: 'hospital_id', table: 'hospitals', references: 'hospital_id' }],
        rows: rows(({ age, sex, smoker, bodyMassIndex, hospital }, id) => [
          id,
          age,
          sex,
          smoker,
          bodyMassIndex,
          hospital,
        ]),
      },
      {
        name: 'admissions',
        columns: [
          { name: 'admission_id', type: 'INTEGER' },
          { name: 'patient_id', type: 'INTEGER' },
          { name: 'diagnosis', type: 'TEXT' },
          { name: 'severity', type: 'TEXT' },
          { name: 'admitted_on', type: 'TEXT' },
          { name: 'length_of_stay', type: 'INTEGER' },
          { name: 'died', type: 'INTEGER' },
        ],
        primaryKey: ['admission_id'],
        foreignKeys: [{ column: 'patient_id', table: 'patients', references: 'patient_id' }],
        rows: rows(({ severity, admittedOn, lengthOfStay }, id) => [
          id,
          id,
          'COVID-19',
          severity,
          admittedOn,
          lengthOfStay,
          died[id - 1] ? 1 : 0,
        ]),
      },
      {
        name: 'prescriptions',
        columns: [
          { name: 'prescription_id', type: 'INTEGER' },
          { name: 'patient_id', type: 'INTEGER' },
          { name: 'drug', type: 'TEXT' },
          { name: 'dose_mg', type: 'INTEGER' },
        ],
        primaryKey: ['prescription_id'],
        foreignKeys: [{ column: 'patient_id', table: 'patients', references: 'patient_id' }],
        rows: rows(({ drug, dose }, id) => [id, id, drug, dose]),
      },
      {
        name: 'comorbidities',
        columns: [
          { name: 'patient_id', type: 'INTEGER' },
          { name: 'condition', type: 'TEXT' },
        ],
        primaryKey: ['patient_id', 'condition'],
        foreignKeys: [{ column: 'patient_id', table: 'patients', references: 'patient_id' }],
        rows: patients.flatMap(({ conditions }, index) =>
          Array.from(conditions, (condition) => [index + 1, condition]),
        ),
      },
    ],
  };
}

function drawPatient(random: Random): Patient {
  const group = chance(random, 0.46) ? 'older' : 'younger';
  const age = group === 'older' ? 65 + Math.floor(31 * random() ** 1.6) : integerBetween(random, 18, 64);
  const severity = weighted(random, SEVERITY_SHARES[group]);
  const drug = weighted(random, DRUG_SHARES[severity]);
  const conditions = new Set<Condition>();
  for (const [condition, prevalence] of Object.entries(PREVALENCES[group]) as [Condition, number][]) {
    if (chance(random, prevalence)) conditions.add(condition);
  }
  const bodyMassIndex = conditions.has('obesity') ? 30 + 12 * random() ** 2 : 18.5 + 11 * random();
  const dose = DOSES[integerBetween(random, 0, DOSES.length - 1)] ?? null;
  const days = Math.exp(1.7 + 0.3 * SEVERITIES.indexOf(severity) + 0.6 * normal(random));
  return {
    age,
    sex: chance(random, 0.52) ? 'female' : 'male',
    smoker: unless(random, 0.02, weighted(random, { never: 0.55, former: 0.28, current: 0.17 })),
    bodyMassIndex: unless(random, 0.03, Math.round(10 * bodyMassIndex) / 10),
    hospital: integerBetween(random, 1, HOSPITALS.length),
    conditions,
    severity,
    drug,
    dose: drug === 'standard_care' ? null : unless(random, 0.01, dose),
    admittedOn: daysAfter('2020-03-01', integerBetween(random, 0, 670)),
    lengthOfStay: unless(random, 0.01, Math.max(1, Math.round(days))),
  };
}

/** The value, or nothing with the given chance. */
function unless<Value>(random: Random, missing: number, value: Value): Value | null {
  return chance(random, missing) ? null : value;
}

/** Who dies: each with their own risk, sampled along an order of what is planted, the dose without effect included. */
function drawDeaths(random: Random, patients: readonly Patient[]): boolean[] {
  const planted = (patient: Patient): number =>
    [
      patient.age >= 65 ? 1 : 0,
      SEVERITIES.indexOf(patient.severity),
      DRUGS.indexOf(patient.drug),
      patient.conditions.has('asthma') ? 1 : 0,
      patient.conditions.has('diabetes') ? 1 : 0,
      1 + DOSES.indexOf(patient.dose ?? 0),
    ].reduce((rank, level) => 4 * rank + level, 0);
  const order = patients
    .map((patient, index) => ({ patient, index, rank: planted(patient) }))
    .sort((left, right) => left.rank - right.rank);
  const drawn = systematicSample(
    random,
    order.map(({ patient }) => riskOfDying(patient)),
  );
  const died = new Array<boolean>(patients.length);
  order.forEach(({ index }, position) => {
    died[index] = drawn[position] ?? false;
  });
  return died;
}

function riskOfDying({ age, severity, drug, conditions }: Patient): number {
  const risk = RISK_AT_75[severity] * Math.exp(0.025 * (age - 75));
  if (drug !== 'drug_a' || age < 65) return risk;
  return risk - (conditions.has('asthma') ? EFFECT : 0) + (conditions.has('diabetes') ? EFFECT : 0);
}
