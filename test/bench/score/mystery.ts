import type { Submission, SubmittedHypothesis } from '../../../bench/score/submission';
import { EMPTY_SUBMISSION } from '../../../bench/score/submission';
import { truthSchema, type GoldEvidence, type Truth } from '../../../bench/score/truth';
import { DEFAULT_LIMITS, type Database } from '../../../src/database/port';

/** The two suspects of the original mystery with three records each; Joe Germuska's licence is missing. */
export const MYSTERY_SQL = `
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, license_id INTEGER);
  CREATE TABLE drivers_license (id INTEGER PRIMARY KEY, plate_number TEXT, gender TEXT);
  CREATE TABLE member (id TEXT PRIMARY KEY, person_id INTEGER, status TEXT);
  CREATE TABLE check_in (membership_id TEXT, date INTEGER);
  INSERT INTO person VALUES (67318, 'Jeremy Bowers', 423327), (28819, 'Joe Germuska', 173289), (99716, 'Miranda Priestly', 202298), (10000, 'Ann Homonym', 1), (10001, 'Ann Homonym', 2);
  INSERT INTO drivers_license VALUES (423327, '0H42W2', 'male'), (202298, '500123', 'female');
  INSERT INTO member VALUES ('48Z55', 67318, 'gold'), ('48Z7A', 28819, 'gold');
  INSERT INTO check_in VALUES ('48Z55', 20180109), ('48Z7A', 20180109);
`;

const [BOWERS, GERMUSKA] = ['person:67318', 'person:28819'];

const GOLD: readonly Pick<GoldEvidence, 'id' | 'hyp' | 'polarity' | 'kind' | 'sql'>[] = [
  {
    id: 'G1',
    hyp: BOWERS,
    polarity: '+',
    kind: 'hint',
    sql: 'SELECT id, person_id, status FROM member WHERE person_id = 67318',
  },
  {
    id: 'G2',
    hyp: BOWERS,
    polarity: '+',
    kind: 'hint',
    sql: "SELECT 67318, date FROM check_in WHERE membership_id = '48Z55'",
  },
  {
    id: 'G3',
    hyp: BOWERS,
    polarity: '+',
    kind: 'hint',
    sql: 'SELECT p.id, d.plate_number FROM person p JOIN drivers_license d ON d.id = p.license_id WHERE p.id = 67318',
  },
  {
    id: 'G4',
    hyp: GERMUSKA,
    polarity: '+',
    kind: 'hint',
    sql: 'SELECT id, person_id, status FROM member WHERE person_id = 28819',
  },
  {
    id: 'G5',
    hyp: GERMUSKA,
    polarity: '+',
    kind: 'hint',
    sql: "SELECT 28819, date FROM check_in WHERE membership_id = '48Z7A'",
  },
  {
    id: 'G6',
    hyp: GERMUSKA,
    polarity: '0',
    kind: 'absence',
    sql: 'SELECT p.id, d.plate_number FROM person p JOIN drivers_license d ON d.id = p.license_id WHERE p.id = 28819',
  },
];

export const MYSTERY: Truth = truthSchema.parse({
  suite: 'test',
  caseId: 'mystery',
  seed: 'mystery',
  level: 'easy',
  D: 0.3,
  question: 'Who committed the murder of 15 January 2018 in SQL City?',
  murderers: [BOWERS],
  hypotheses: [
    { key: BOWERS, aliases: [], verdict: 'supported', role: 'culprit' },
    { key: GERMUSKA, aliases: [], verdict: 'inconclusive', role: 'suspect' },
  ],
  evidence: GOLD.map((each) => ({
    ...each,
    atoms: [],
    alts: [],
    entities: [each.hyp],
    resultHash: '',
    necessary: true,
  })),
  unreliable: [],
  minQueries: 6,
  names: { kind: 'table', table: 'person', key: 'id', labels: ['name'], aliases: [] },
});

const never = new AbortController().signal;

/** The truth handed in as if it had been found. */
export async function perfect(database: Database, truth = MYSTERY): Promise<Submission> {
  const evidence = [];
  for (const { id, sql } of truth.evidence) evidence.push(await evidenceOf(database, id, sql));
  return {
    ...EMPTY_SUBMISSION,
    evidence,
    hypotheses: truth.hypotheses.map(({ key, verdict }, index) => ({
      id: `H${index + 1}`,
      statement: `${key} did it`,
      claim: claimOf(key),
      verdict,
      confidence: verdict === 'supported' ? 1 : verdict === 'contradicted' ? 0 : 0.5,
      links: truth.evidence.filter(({ hyp }) => hyp === key).map(({ id, polarity }) => ({ evidence: id, polarity })),
    })),
  };
}

export async function evidenceOf(database: Database, id: string, sql: string) {
  const { digest } = await database.query(sql, DEFAULT_LIMITS, never);
  return { id, fact: id, sql, digest, computed: [] };
}

export function claimOf(key: string): NonNullable<SubmittedHypothesis['claim']> {
  const [table = '', pk = ''] = key.split(':');
  return { kind: 'entity', table, key: Number(pk), label: key, role: 'murderer' };
}
