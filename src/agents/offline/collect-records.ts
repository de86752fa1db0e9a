import type { Query } from '../../board/board';
import type { ClaimOf } from '../../board/claim';
import type { RecordTest } from '../../board/clue';
import type { Relation } from '../../board/board';
import { believedOn, weightOf, type PlacedClue } from '../clues/clues-on';
import { recordsSql } from '../clues/record-sql';
import { anyOf, stateOf, type State } from '../clues/record-state';
import type { CollectorContext } from '../roles';
import { describeTest } from './clues/describe-test';

type Entity = ClaimOf<'entity'>;
type Tested = { readonly placed: PlacedClue; readonly state: State; readonly test: RecordTest; readonly query: Query };

const RELATIONS: Readonly<Record<State, Exclude<Relation, 'leads-to'>>> = {
  yes: 'supports',
  no: 'contradicts',
  unknown: 'neutral',
};

/**
 * Holds what the texts tell against the records of one suspect: the record that all must have, then what is told of each of those who
 * are looked for, the rarest first, until a record excludes them. Of those whom they may be, all that was tested is recorded.
 */
export async function collectRecords(claim: Entity, context: CollectorContext, signal: AbortSignal): Promise<void> {
  const clues = believedOn(context.board, claim.role);
  const test = (placed: PlacedClue): Promise<Tested> => testOne(placed, claim, context, signal);
  const isAllThereIs = clues.every(({ clue }) => clue.opens);
  for (const placed of clues.filter(({ clue }) => clue.opens))
    await record(await test(placed), claim, context, isAllThereIs);
  const told = clues.filter(({ clue }) => !clue.opens).sort((a, b) => weightOf(b.clue) - weightOf(a.clue));
  const groups = [...new Set(told.map(({ clue }) => clue.about))];
  const exclusions: Tested[] = [];
  const open: Tested[][] = [];
  for (const about of groups) {
    const own: Tested[] = [];
    for (const placed of told.filter(({ clue }) => clue.about === about)) {
      const tested = await test(placed);
      own.push(tested);
      if (tested.state === 'no') break;
    }
    const last = own.at(-1);
    if (last?.state === 'no') exclusions.push(last);
    else open.push(own);
  }
  const known = (tested: readonly Tested[]): number =>
    tested.filter(({ state }) => state === 'yes').length / Math.max(1, tested.length);
  const [likeliest] = open.sort((a, b) => known(b) - known(a));
  for (const tested of likeliest ?? exclusions) await record(tested, claim, context, true);
}

/** Runs the tests of a clue on one suspect, until one is borne out; the telling one is kept. */
async function testOne(
  placed: PlacedClue,
  claim: Entity,
  context: CollectorContext,
  signal: AbortSignal,
): Promise<Tested> {
  const among = { table: claim.table, key: keyOf(claim, context) };
  const results: Tested[] = [];
  for (const test of placed.clue.tests) {
    const sql = recordsSql(test, among, [claim.key], test.absent ? textColumns(test, context) : []);
    const query = await context.run(sql, `${describeTest(test)}: ${claim.label}`, signal);
    const state = stateOf(test, query.rows);
    results.push({ placed, state, test, query });
    if (state === 'yes') break;
  }
  const state = anyOf(results.map((each) => each.state));
  const telling = results.find((each) => each.state === state) ?? results[0];
  if (telling === undefined) throw new Error('a clue without a test');
  return { ...telling, state };
}

/** @param isAttack whether the record could have excluded them */
async function record(
  { placed, state, test, query }: Tested,
  claim: Entity,
  context: CollectorContext,
  isAttack: boolean,
): Promise<void> {
  await context.record({
    query: query.id,
    fact: factOf(claim.label, state, test, query),
    relation: RELATIONS[state],
    note: noteOf(state, placed.clue.opens === true),
    weight: Math.min(1, 0.5 + weightOf(placed.clue) / 20),
    tests: placed.at,
    ...(isAttack && { attack: 'a record that would exclude them' }),
  });
}

function factOf(label: string, state: State, test: RecordTest, { rows }: Query): string {
  const told = describeTest(test);
  switch (state) {
    case 'yes':
      return `${label} fits: ${told}.`;
    case 'no':
      return `${label} does not fit: ${told} is looked for${foundIn(test, rows)}.`;
    case 'unknown':
      return `The data hold no record of ${label} that would tell: ${told}.`;
  }
}

/** What the record says instead; figures in text would look like numbers of the finding. */
function foundIn(test: RecordTest, rows: Query['rows']): string {
  if (test.absent || test.times !== undefined) return '';
  const cells = (rows[0] ?? [])
    .slice(1, -1)
    .filter((cell) => cell !== null && !/^\d+$/.test(typeof cell === 'string' ? cell : ''));
  return cells.length > 0 ? `, not ${cells.map(String).join(', ')}` : '';
}

function noteOf(state: State, opens: boolean): string {
  if (opens) return state === 'yes' ? 'had the opportunity' : 'no record of an opportunity';
  return { yes: 'fits what is told', no: 'excluded by a record', unknown: 'the record that would decide is missing' }[
    state
  ];
}

function keyOf({ table }: Entity, { schema }: CollectorContext): string {
  return schema.tables.find(({ name }) => name === table)?.primaryKey[0] ?? 'rowid';
}

/** Columns of text, which show what is there where there should be nothing. */
function textColumns({ table }: RecordTest, { schema }: CollectorContext): readonly string[] {
  const found = schema.tables.find(({ name }) => name === table);
  return (found?.columns ?? []).filter(({ type }) => /text|char/i.test(type)).map(({ name }) => name);
}
