import type { Board, Evidence, Hypothesis, Investigation, Link, Query, Verdict } from '../../src/board/board';
import type { Claim } from '../../src/board/claim';
import type { BoardEvent } from '../../src/board/events';
import { reduce } from '../../src/board/reduce';
import type { Statistics } from '../../src/board/statistics';
import type { Value } from '../../src/board/value';

/*
 * An investigation as the product makes one: several rounds, every relation, a refinement, a person who steps in,
 * a redundant piece of evidence, a query that drifted. The events come first; the board is what they make.
 */

const at = (minute: number): string => `2026-05-04T10:${String(minute).padStart(2, '0')}:00Z`;

export const sampleInvestigation: Investigation = {
  question: 'Which treatment is most effective for older COVID-19 patients?',
  database: { engine: 'sqlite', path: 'covid.sqlite', fingerprint: 'sha256:5f1d' },
  team: 'offline',
  models: {},
  status: 'running',
  reason: null,
  startedAt: at(0),
  finishedAt: null,
  assumptions: [],
  limitations: [],
  margins: { riskDifference: 0.02, standardDeviations: 0.1 },
  usage: { rounds: 0, queries: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, seconds: 0 },
};

export function hypothesis(id: string, statement: string, more: Partial<Hypothesis> = {}): Hypothesis {
  return {
    id,
    statement,
    status: 'open',
    confidence: 0.5,
    proposedBy: 'hypothesizer',
    createdAt: at(1),
    updatedAt: at(1),
    ...more,
  };
}

export function query(id: string, sql: string, columns: string[], rows: Value[][], more: Partial<Query> = {}): Query {
  return {
    id,
    sql,
    purpose: 'outcomes by treatment',
    by: 'collector:H1',
    at: at(3),
    ms: 3,
    fingerprint: 'sha256:5f1d',
    columns,
    rowCount: rows.length,
    digest: `multiset:${id}`,
    rows,
    ...more,
  };
}

export function evidence(id: string, fact: string, queryId: string, more: Partial<Evidence> = {}): Evidence {
  return { id, fact, query: queryId, by: 'collector:H1', recordedAt: at(4), weight: 1, ...more };
}

export function link(id: string, from: string, relation: Link['relation'], to: string, note: string): Link {
  return { id, from, relation, to, note, by: 'collector:H1', at: at(5) };
}

export function verdict(id: string, hypothesisId: string, more: Partial<Verdict> = {}): Verdict {
  return {
    id,
    hypothesis: hypothesisId,
    round: 1,
    proposed: 'inconclusive',
    status: 'inconclusive',
    confidence: 0.5,
    rule: 'not rule-checked',
    rationale: 'The interval holds both a benefit and a harm.',
    cites: [],
    by: 'judge',
    at: at(6),
    ...more,
  };
}

const drugLowersDeath = (drug: string): Claim => ({
  kind: 'effect',
  population: [{ column: { table: 'patients', column: 'age' }, is: { atLeast: 65 } }],
  exposure: { column: { table: 'patients', column: drug }, is: 1 },
  outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
  direction: 'lowers',
});

const riskDifference: Statistics = {
  answers: 'adjusted',
  method: 'risk difference, Newcombe',
  measure: 'risk difference',
  estimate: 0.0037,
  interval: [-0.0128, 0.0203],
  interval90: [-0.0101, 0.0176],
  p: 0.66,
  n: 6800,
  primary: true,
  arms: [
    { label: 'drug A', n: 3412, events: 487, value: 0.1427 },
    { label: 'others', n: 3388, events: 471, value: 0.139 },
  ],
};

const collector = 'collector:H1';

export const sampleEvents: readonly BoardEvent[] = [
  { type: 'started', at: at(0), by: 'person', investigation: sampleInvestigation },
  { type: 'assumed', at: at(0), by: 'orchestrator', text: 'older: age ≥ 65' },
  { type: 'limited', at: at(0), by: 'orchestrator', text: 'table notes could not be read: malformed page 12' },
  {
    type: 'proposed',
    at: at(1),
    by: 'hypothesizer',
    hypothesis: hypothesis('H1', 'Drug A lowers the death rate of patients aged 65 and over', {
      claim: drugLowersDeath('drug_a'),
      rationale: 'It is given most often.',
    }),
  },
  {
    type: 'proposed',
    at: at(1),
    by: 'hypothesizer',
    hypothesis: hypothesis('H2', 'Drug B lowers the death rate of patients aged 65 and over', {
      claim: drugLowersDeath('drug_b'),
    }),
  },
  {
    type: 'proposed',
    at: at(1),
    by: 'person',
    hypothesis: hypothesis('H3', 'The hospital explains it: "St. Mary" treats milder cases', { proposedBy: 'person' }),
  },
  { type: 'pinned', at: at(2), by: 'person', hypothesis: 'H3', pinned: true },
  { type: 'hinted', at: at(2), by: 'person', hypothesis: 'H3', hint: 'Severity is in admissions.grade.' },
  { type: 'dispatched', at: at(2), by: 'orchestrator', hypothesis: 'H1', round: 1 },
  { type: 'dispatched', at: at(2), by: 'orchestrator', hypothesis: 'H2', round: 1 },
  {
    type: 'queried',
    at: at(3),
    by: collector,
    query: query(
      'Q1',
      'SELECT drug_a, COUNT(*) AS n, SUM(died) AS deaths\nFROM patients WHERE age >= 65\nGROUP BY drug_a',
      ['drug_a', 'n', 'deaths'],
      [
        [0, 3388, 471],
        [1, 3412, 487],
      ],
    ),
  },
  {
    type: 'queried',
    at: at(3),
    by: 'collector:H2',
    query: query(
      'Q2',
      'SELECT drug_b, COUNT(*) AS n, SUM(died) AS deaths, MAX(id), MIN(scan), AVG(x)\nFROM patients\nGROUP BY drug_b',
      ['drug_b', 'n', 'deaths', 'MAX(id)', 'MIN(scan)', 'AVG(x)'],
      [
        [0, 3390, 512, 9007199254740993n, Uint8Array.of(0, 255, 16), Infinity],
        [1, 3410, 398, null, '', -0],
      ],
      { purpose: 'outcomes by drug B', by: 'collector:H2', digest: 'sha256:abcd', rowCount: 2 },
    ),
  },
  {
    type: 'queried',
    at: at(4),
    by: 'collector:H2',
    query: query('Q10', 'SELECT grade, drug_b, name FROM admissions', ['grade', 'drug_b', 'name'], manyRows(120), {
      purpose: 'severity by treatment',
      by: 'collector:H2',
      rowCount: { atLeast: 150 },
      cut: { rows: 30, characters: 0 },
    }),
  },
  {
    type: 'recorded',
    at: at(4),
    by: collector,
    evidence: evidence('E1', '14.3 % of patients on drug A died, 13.9 % of the others', 'Q1', {
      statistics: riskDifference,
    }),
  },
  {
    type: 'recorded',
    at: at(4),
    by: 'collector:H2',
    evidence: evidence('E2', '11.7 % of patients on drug B died, 15.1 % of the others', 'Q2', {
      by: 'collector:H2',
      weight: 0.8,
    }),
  },
  {
    type: 'recorded',
    at: at(5),
    by: 'collector:H2',
    evidence: evidence(
      'E10',
      'Within each grade of severity the difference for drug B stays between 2 and 5 points',
      'Q10',
      {
        by: 'collector:H2',
        attack: 'confounder split',
        weight: 0.6,
      },
    ),
  },
  {
    type: 'recorded',
    at: at(5),
    by: 'collector:H2',
    evidence: evidence('E11', 'Counted by hospital, 11.7 % against 15.1 %', 'Q2', { by: 'collector:H2', weight: 0.3 }),
  },
  {
    type: 'linked',
    at: at(5),
    by: collector,
    link: link('L1', 'E1', 'contradicts', 'H1', '90 % interval within ±.02'),
  },
  { type: 'linked', at: at(5), by: 'collector:H2', link: link('L2', 'E2', 'supports', 'H2', 'lower by 3.4 points') },
  { type: 'linked', at: at(5), by: 'collector:H2', link: link('L3', 'E10', 'supports', 'H2', 'holds in each grade') },
  { type: 'linked', at: at(5), by: 'collector:H2', link: link('L4', 'E10', 'neutral', 'H3', 'grades are balanced') },
  { type: 'linked', at: at(5), by: 'collector:H2', link: link('L5', 'E11', 'supports', 'H2', 'the same counts') },
  { type: 'labelled', at: at(5), by: 'orchestrator', evidence: 'E11', label: 'same counts', redundantWith: 'E2' },
  {
    type: 'judged',
    at: at(6),
    by: 'judge',
    verdict: verdict('V1', 'H1', {
      proposed: 'contradicted',
      status: 'contradicted',
      confidence: 0.06,
      rule: 'equivalent within margin',
      rationale: 'The whole 90 % interval lies within the margin.',
      cites: ['E1'],
    }),
  },
  {
    type: 'judged',
    at: at(6),
    by: 'judge',
    verdict: verdict('V2', 'H2', { proposed: 'supported', cites: ['E2'], rule: 'interval excludes zero' }),
  },
  {
    type: 'noted',
    at: at(7),
    by: 'judge',
    entry: { at: at(7), by: 'judge', did: 'asked', what: 'H2', why: 'severity' },
  },
  {
    type: 'proposed',
    at: at(7),
    by: 'hypothesizer',
    hypothesis: hypothesis('H10', 'Drug B helps patients with severe illness only', {
      refines: 'H2',
      createdAt: at(7),
    }),
  },
  { type: 'linked', at: at(7), by: 'hypothesizer', link: link('L10', 'E10', 'leads-to', 'H10', 'grade 3 stands out') },
  {
    type: 'proposed',
    at: at(7),
    by: 'hypothesizer',
    hypothesis: hypothesis('H4', 'The death dates are shifted by a data-entry error'),
  },
  { type: 'rejected', at: at(8), by: 'person', hypothesis: 'H4', why: 'The dates were audited in March.' },
  { type: 'dispatched', at: at(8), by: 'orchestrator', hypothesis: 'H2', round: 2 },
  {
    type: 'judged',
    at: at(9),
    by: 'judge',
    verdict: verdict('V3', 'H2', {
      round: 2,
      proposed: 'supported',
      status: 'supported',
      confidence: 0.94,
      rule: 'adjusted interval excludes zero',
      rationale: 'Lower by 3.4 points, and in each grade of severity.',
      cites: ['E2', 'E10'],
      at: at(9),
    }),
  },
  {
    type: 'reviewed',
    at: at(10),
    by: 'person',
    verdict: 'V3',
    review: { by: 'person', at: at(10), agrees: true, note: 'As in the trial.' },
  },
  { type: 'verified', at: at(11), by: 'person', query: 'Q1', as: 'reproduced' },
  { type: 'verified', at: at(11), by: 'person', query: 'Q10', as: 'drifted', because: '3 rows more' },
  {
    type: 'reported',
    at: at(12),
    by: 'reporter',
    report: '# Drug B\n\n[11.7 %](#Q2/2/3) of the patients on drug B died.\n',
  },
  {
    type: 'used',
    at: at(12),
    by: 'orchestrator',
    usage: { ...sampleInvestigation.usage, rounds: 2, queries: 3, seconds: 12.5 },
  },
  { type: 'ended', at: at(13), by: 'orchestrator', status: 'complete', reason: null },
];

/** The board that the sample's events make. */
export function sampleBoard(): Board {
  return boardOf(sampleEvents);
}

export function boardOf(events: readonly BoardEvent[]): Board {
  const board = events.reduce<Board | undefined>(reduce, undefined);
  if (board === undefined) throw new Error('no events');
  return board;
}

/** A board of a size that a long investigation reaches: `count` queries of 20 rows, and one measured piece of evidence each. */
export function largeBoard(count: number): Board {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    ...sampleBoard(),
    queries: numbers.map((n) =>
      query(
        `Q${n}`,
        `SELECT grade, drug_b, name\nFROM admissions\nWHERE ward = ${n}`,
        ['grade', 'drug_b', 'name'],
        manyRows(20),
      ),
    ),
    evidence: numbers.map((n) =>
      evidence(`E${n}`, `${n} patients of ward ${n} recovered`, `Q${n}`, { statistics: riskDifference }),
    ),
    links: numbers.map((n) => link(`L${n}`, `E${n}`, 'supports', 'H2', `ward ${n}`)),
    verdicts: [],
  };
}

function manyRows(count: number): Value[][] {
  return Array.from({ length: count }, (_, row) => [row % 4, row % 2, `patient ${row}`]);
}
