import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import { covid } from '../../examples/covid';
import type { Dataset } from '../../examples/dataset';
import { databaseBytes } from '../../examples/write-database';
import { standardisedDifference, stratify, type Difference } from './arithmetic';
import { rowsOf } from './read';

type Patient = {
  readonly age: number;
  readonly sex: string;
  readonly hospital: number;
  readonly severity: string;
  readonly died: boolean;
  readonly drug: string;
  readonly dose: number | null;
  readonly conditions: ReadonlySet<string>;
};

const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index + 1}`);
const worlds = seeds.map((seed) => older(covid({ seed })));

describe('patients of 65 and over', () => {
  it('are about 9,000 of 20,000', () => {
    for (const patients of worlds) expect(Math.abs(patients.length - 9_200)).toBeLessThan(400);
  });

  it('make drug A look clearly better before adjustment', () => {
    for (const patients of worlds) {
      const crude = difference(patients, { adjusted: false });
      expect(crude.estimate).toBeLessThan(-0.03);
      expect(crude.z).toBeLessThan(-3);
    }
  });

  it('show no effect of drug A within severity, at every seed', () => {
    for (const patients of worlds) {
      const adjusted = difference(patients);
      expect(Math.abs(adjusted.estimate)).toBeLessThan(0.006);
      expect(Math.abs(adjusted.z)).toBeLessThan(1);
    }
  });

  it('show that drug A helps with asthma and harms with diabetes', () => {
    for (const patients of worlds) {
      expect(difference(having(patients, 'asthma')).z).toBeLessThan(-3.2);
      expect(difference(having(patients, 'diabetes')).z).toBeGreaterThan(3.2);
    }
  });

  it('show no other comorbidity, sex or hospital that changes the effect beyond chance', () => {
    const scores = worlds.flatMap((patients) => [
      ...['hypertension', 'copd', 'obesity'].map((condition) => difference(having(patients, condition)).z),
      ...['female', 'male'].map((sex) => difference(patients.filter((patient) => patient.sex === sex)).z),
      ...[1, 2, 3, 4, 5, 6, 7, 8].map(
        (hospital) => difference(patients.filter((patient) => patient.hospital === hospital)).z,
      ),
    ]);
    expect(scores.filter((z) => Math.abs(z) > 1.96).length / scores.length).toBeLessThan(0.07);
    expect(Math.max(...scores.map(Math.abs))).toBeLessThan(4);
  });

  it('show no effect of the other drugs within severity', () => {
    for (const drug of ['drug_b', 'drug_c', 'standard_care']) {
      for (const patients of worlds) expect(Math.abs(difference(patients, { drug }).z)).toBeLessThan(1.5);
    }
  });

  it('show no effect of the dose of drug A', () => {
    for (const patients of worlds) {
      const treated = patients.filter((patient) => patient.drug === 'drug_a' && patient.dose !== null);
      const strata = stratify(treated, {
        stratum: (patient) => patient.severity,
        exposed: (patient) => patient.dose === 400,
        event: (patient) => patient.died,
      });
      expect(Math.abs(standardisedDifference(strata).z)).toBeLessThan(1.96);
    }
  });

  it('have asthma and diabetes alike often, and about a quarter has no comorbidity', () => {
    for (const patients of worlds) {
      const share = (count: number): number => count / patients.length;
      expect(share(having(patients, 'asthma').length)).toBeCloseTo(0.2, 1);
      expect(share(having(patients, 'diabetes').length)).toBeCloseTo(0.2, 1);
      expect(share(patients.filter(({ conditions }) => conditions.size === 0).length)).toBeCloseTo(0.25, 1);
    }
  });
});

describe('the generator', () => {
  it('gives equal bytes for equal seeds and other data for another seed', async () => {
    const bytes = (seed: string): Promise<Uint8Array> => databaseBytes(covid({ seed, patients: 300 }));
    expect(await bytes('a')).toEqual(await bytes('a'));
    expect(await bytes('a')).not.toEqual(await bytes('b'));
  });

  it('leaves some cells empty, never the outcome', () => {
    const dataset = covid({ seed: 'missing', patients: 3_000 });
    const missing = (table: string, column: string): number =>
      rowsOf(dataset, table).filter((row) => row[column] === null).length;
    expect(missing('patients', 'smoker')).toBeGreaterThan(0);
    expect(missing('admissions', 'length_of_stay')).toBeGreaterThan(0);
    expect(missing('admissions', 'died')).toBe(0);
    expect(missing('admissions', 'severity')).toBe(0);
  });

  it('writes tables whose keys hold', async () => {
    const dataset = covid({ seed: 'keys', patients: 500 });
    const { Database } = await initSqlJs();
    const database = new Database(await databaseBytes(dataset));
    const count = (sql: string): unknown => database.exec(sql)[0]?.values[0]?.[0];
    expect(database.exec('PRAGMA foreign_key_check')).toEqual([]);
    expect(database.exec('PRAGMA foreign_key_list(prescriptions)')).toHaveLength(1);
    for (const table of dataset.tables) expect(count(`SELECT count(*) FROM ${table.name}`)).toBe(table.rows.length);
    expect(count('SELECT sum(died) FROM admissions')).toBe(
      rowsOf(dataset, 'admissions').filter((row) => row['died'] === 1).length,
    );
    database.close();
  });
});

function older(dataset: Dataset): readonly Patient[] {
  const admissions = rowsOf(dataset, 'admissions');
  const prescriptions = rowsOf(dataset, 'prescriptions');
  const conditions = new Map<unknown, Set<string>>();
  for (const row of rowsOf(dataset, 'comorbidities')) {
    const known = conditions.get(row['patient_id']) ?? new Set();
    conditions.set(row['patient_id'], known.add(String(row['condition'])));
  }
  return rowsOf(dataset, 'patients')
    .map((row, index) => ({
      age: Number(row['age']),
      sex: String(row['sex']),
      hospital: Number(row['hospital_id']),
      severity: String(admissions[index]?.['severity']),
      died: admissions[index]?.['died'] === 1,
      drug: String(prescriptions[index]?.['drug']),
      dose: (prescriptions[index]?.['dose_mg'] ?? null) === null ? null : Number(prescriptions[index]?.['dose_mg']),
      conditions: conditions.get(row['patient_id']) ?? new Set(),
    }))
    .filter(({ age }) => age >= 65);
}

function having(patients: readonly Patient[], condition: string): readonly Patient[] {
  return patients.filter(({ conditions }) => conditions.has(condition));
}

function difference(patients: readonly Patient[], { drug = 'drug_a', adjusted = true } = {}): Difference {
  const strata = stratify(patients, {
    stratum: ({ severity }) => (adjusted ? severity : ''),
    exposed: (patient) => patient.drug === drug,
    event: ({ died }) => died,
  });
  return standardisedDifference(strata);
}
