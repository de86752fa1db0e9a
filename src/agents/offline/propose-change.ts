import type { ClaimOf, ColumnRef, Condition, Period } from '../../board/claim';
import { sqlName } from '../../database/name';
import { quoteValue } from '../../database/quote';
import { describeCondition } from '../analysis/condition';
import { addMonths, daySql } from '../analysis/dates';
import { asConstant, describeOutcome } from '../analysis/describe';
import { Units } from '../analysis/units';
import type { HypothesizerContext } from '../roles';
import { statementOf } from '../report/statements';
import type { Atlas } from './understanding/atlas';
import type { Reading } from './understanding/reading';

type Part = { readonly condition: Condition; readonly among: number; readonly lead: string };
type Change = Extract<Reading, { intent: 'change' }>;

const MOST_PARTS = 6;
const MOST_LEVELS = 50;
const MOST_DISTINCT = 0.8;

/** The change itself, the data gate that could fake it, and the parts of the data that make up most of it. */
export async function proposeChange(
  reading: Change,
  atlas: Atlas,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<void> {
  const { outcome, when, from, to, direction, names } = reading;
  const population = reading.population.length > 0 ? { population: [...reading.population] } : {};
  const base: ClaimOf<'change'> = { kind: 'change', ...population, outcome, when, from, to, direction };
  await context.propose({ statement: statementOf(base, names), claim: base, rationale: 'the premise of the question' });
  if (direction === 'fell') {
    const gate: ClaimOf<'artefact'> = {
      kind: 'artefact',
      ...population,
      what: 'truncated period',
      where: when,
      period: to,
    };
    await context.propose({
      statement: statementOf(gate, names),
      claim: gate,
      rationale: 'a period that the data do not cover looks low',
    });
  }
  if (reading.first <= addMonths(from.start, -12)) {
    const yearBefore = ({ start, end }: Period): Period => ({ start: addMonths(start, -12), end: addMonths(end, -12) });
    const season: ClaimOf<'change'> = { ...base, from: yearBefore(from), to: yearBefore(to) };
    const statement = statementOf(season, {
      from: 'the period before it',
      to: `${names.to.replace(/\d{4}/, (year) => String(Number(year) - 1))}, a year earlier (season)`,
    });
    await context.propose({
      statement,
      claim: season,
      rationale: 'a change that comes every year needs no other cause',
    });
  }
  for (const { condition, among, lead } of await largestParts(reading, atlas, context, signal)) {
    const claim: ClaimOf<'change'> = { ...base, explainedBy: condition, chosenAmong: among };
    await context.propose({
      statement: statementOf(claim, names),
      claim,
      rationale: 'a part that makes up much of the change',
      from: [lead],
    });
  }
}

/** For each way to part the data, the level whose share of the change exceeds its share of the level before by most. */
async function largestParts(
  { outcome, when, from, to, population }: Change,
  atlas: Atlas,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<readonly Part[]> {
  const unit = outcome.column.table;
  const dimensions = await dimensionsOf(unit, atlas, signal);
  const format = atlas.profile(when.table, when.column)?.dateFormat;
  if (dimensions.length === 0 || format === undefined) return [];
  const units = new Units(unit, atlas.keys, signal);
  const day = daySql(await units.value(when), format);
  const counts = 'measure' in outcome && outcome.measure === 'count';
  const columns = [
    { name: 'later', sql: `${day} >= ${quoteValue(to.start)}` },
    { name: 'amount', sql: counts ? '1' : await units.outcome(outcome) },
  ];
  const labels = dimensions.map(({ table, column }) => `${table}.${column}`);
  for (const [index, ref] of dimensions.entries())
    columns.push({ name: labels[index] ?? '', sql: await units.value(ref) });
  const where = [`${day} >= ${quoteValue(from.start)} AND ${day} < ${quoteValue(to.end)}`];
  for (const condition of population) where.push(await units.condition(condition));
  const parts = labels.map(
    (label) =>
      `SELECT ${quoteValue(label)} AS part, ${sqlName(label)} AS level, SUM(amount) FILTER (WHERE NOT later) AS before, SUM(amount) FILTER (WHERE later) AS after\nFROM units\nGROUP BY level`,
  );
  const sql = `WITH units AS (\n${units.select(columns, where)}\n)\n${parts.join('\nUNION ALL ')}`;
  const query = await context.run(sql, `${describeOutcome(outcome)} before and after by each part`, signal);
  const found = dimensions.flatMap((column, index) => {
    const levels = query.rows
      .filter(([part, level]) => part === labels[index] && level !== null)
      .map(([, level, before, after]) => ({
        level: level ?? null,
        before: Number(before ?? 0),
        after: Number(after ?? 0),
      }));
    const before = levels.reduce((sum, each) => sum + each.before, 0);
    const change = levels.reduce((sum, each) => sum + each.after - each.before, 0);
    if (levels.length < 2 || levels.length > MOST_LEVELS || change === 0 || before === 0) return [];
    const ranked = levels
      .map((each) => ({
        ...each,
        share: (each.after - each.before) / change,
        excess: (each.after - each.before) / change - each.before / before,
      }))
      .sort((a, b) => b.excess - a.excess);
    const top = ranked[0];
    return top && top.excess > 0
      ? [{ condition: { column, is: asConstant(top.level) }, excess: top.excess, among: levels.length }]
      : [];
  });
  const chosen = found.sort((a, b) => b.excess - a.excess).slice(0, MOST_PARTS);
  const proposals: Part[] = [];
  for (const { condition, among } of chosen) {
    const fact = `Of the levels of ${condition.column.column}, ${describeCondition(condition)} makes up most of the difference between the two periods for its size.`;
    proposals.push({ condition, among, lead: (await context.recordLead({ query: query.id, fact })).id });
  }
  return proposals;
}

/** Columns with few values that each row has one of. */
async function dimensionsOf(unit: string, atlas: Atlas, signal: AbortSignal): Promise<readonly ColumnRef[]> {
  const units = new Units(unit, atlas.keys, signal);
  const found: ColumnRef[] = [];
  for (const profile of atlas.profiles) {
    const path = atlas.path(unit, profile.table);
    if (!path || profile.distinct < 2 || profile.distinct > MOST_LEVELS) continue;
    // What differs for almost every row of a table names the row rather than sorts it.
    const names = path.length > 0 && profile.distinct > MOST_DISTINCT * profile.filled;
    if (names) continue;
    if (profile.kind !== 'category' && !(profile.kind === 'key' && profile.values.length > 1)) continue;
    const ref: ColumnRef = { table: profile.table, column: profile.column, ...(path.length > 0 && { via: [...path] }) };
    if (await units.isSingle(ref)) found.push(ref);
  }
  return found;
}
