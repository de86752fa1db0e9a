import type { ClaimOf, Condition } from '../../board/claim';
import type { Value } from '../../board/value';
import { sqlName } from '../../database/name';
import { quoteValue } from '../../database/quote';
import { normalTwoSided } from '../../statistics/normal';
import { ComparisonQueries } from '../analysis/comparison';
import { covariatesOf, levelSql, type Covariate } from '../analysis/covariates';
import { asConstant, describeOutcome, yesNoOf } from '../analysis/describe';
import { Units } from '../analysis/units';
import type { HypothesizerContext } from '../roles';
import { statementOf } from '../report/statements';
import type { Atlas } from './understanding/atlas';
import type { Reading } from './understanding/reading';

type Drivers = Extract<Reading, { intent: 'drivers' }>;
type Level = { readonly value: Value; readonly n: number; readonly mean: number };

/** One hypothesis a column that could drive the outcome: its most telling level against the others, in the direction it looks. */
export async function proposeDrivers(
  reading: Drivers,
  atlas: Atlas,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<void> {
  const { unit, population, outcome } = reading;
  const nothing: Condition = { column: outcome.column, is: null };
  const comparison = { unit, population, exposure: nothing, outcome };
  const covariates = await covariatesOf(comparison, atlas.keys, context, signal);
  if (covariates.length === 0)
    return context.limit(`no other column of ${unit} could drive ${describeOutcome(outcome)}`);
  const cuts = await new ComparisonQueries(comparison, atlas.keys, context, signal).quarters(covariates);
  const units = new Units(unit, atlas.keys, signal);
  const columns = [{ name: 'outcome', sql: await units.outcome(outcome) }];
  for (const covariate of covariates)
    columns.push({ name: covariate.label, sql: await levelSql(covariate, units, cuts.get(covariate) ?? []) });
  const where: string[] = [];
  for (const condition of population) where.push(await units.condition(condition));
  const parts = covariates.map(
    ({ label }) =>
      `SELECT ${quoteValue(label)} AS candidate, ${sqlName(label)} AS level, COUNT(outcome) AS n, AVG(outcome) AS mean\nFROM units\nGROUP BY level`,
  );
  const sql = `WITH units AS (\n${units.select(columns, where)}\n)\n${parts.join('\nUNION ALL ')}`;
  const query = await context.run(sql, `${describeOutcome(outcome)} by each candidate driver`, signal);
  const fact = `How ${describeOutcome(outcome)} differs by each column of ${unit} and the tables around it.`;
  const lead = await context.recordLead({ query: query.id, fact });
  for (const covariate of covariates) {
    const levels = query.rows
      .filter(([name]) => name === covariate.label)
      .map(([, value, n, mean]): Level => ({ value: value ?? null, n: Number(n), mean: Number(mean) }))
      .filter(({ value, n }) => value !== null && n > 0);
    const contrast = contrastOf(covariate, levels, cuts.get(covariate) ?? [], 'event' in outcome);
    if (!contrast) continue;
    const claim: ClaimOf<'effect'> = {
      kind: 'effect',
      unit,
      ...(population.length > 0 && { population: [...population] }),
      exposure: contrast.exposure,
      ...(contrast.versus && { versus: contrast.versus }),
      outcome,
      direction: contrast.raises ? 'raises' : 'lowers',
      ...(contrast.chosenAmong !== undefined && { chosenAmong: contrast.chosenAmong }),
    };
    await context.propose({
      statement: statementOf(claim),
      claim,
      rationale: 'a candidate driver, in the direction that it looks',
      from: [lead.id],
    });
  }
}

/** Yes against no; one of two levels against the other; else the level that differs most from the rest. */
function contrastOf(
  { column, has }: Covariate,
  levels: readonly Level[],
  cuts: readonly Value[],
  isShare: boolean,
): { exposure: Condition; versus?: Condition; raises: boolean; chosenAmong?: number } | undefined {
  if (levels.length < 2) return undefined;
  const named = (value: Value): Condition => ({ column, is: asConstant(value) });
  if (has !== undefined) {
    const [yes, no] = [levels.find(({ value }) => value === 'yes'), levels.find(({ value }) => value === 'no')];
    return yes && no && { exposure: { column, is: has }, raises: yes.mean > no.mean };
  }
  const middle = cuts[Math.floor(cuts.length / 2)];
  if (middle !== undefined) {
    const [lowest, highest] = [
      levels.find(({ value }) => String(value).startsWith('below')),
      levels.find(({ value }) => String(value).endsWith('and more')),
    ];
    return {
      exposure: { column, is: { atLeast: asConstant(middle) } },
      raises: (highest?.mean ?? 0) > (lowest?.mean ?? 0),
    };
  }
  const said = yesNoOf(levels.map(({ value }) => value));
  if (said) {
    const of = (wanted: Value) => levels.find(({ value }) => value === wanted)?.mean ?? 0;
    const yes = { ...named(said.yes), named: column.column };
    const no = { ...named(said.no), named: `no ${column.column}` };
    return { exposure: yes, ...(levels.length > 2 && { versus: no }), raises: of(said.yes) > of(said.no) };
  }
  const telling = levels
    .map((level) => ({ level, ...distance(level, levels, isShare) }))
    .sort((a, b) => a.p - b.p || b.level.n - a.level.n)[0];
  const chosenAmong = levels.length > 2 ? { chosenAmong: levels.length } : {};
  return telling && { exposure: named(telling.level.value), raises: telling.difference > 0, ...chosenAmong };
}

/** How far a level is from the rest; for means only the size counts, in units of the levels' own spread. */
function distance(level: Level, levels: readonly Level[], isShare: boolean): { difference: number; p: number } {
  const rest = levels.filter((each) => each !== level);
  const n = rest.reduce((sum, each) => sum + each.n, 0);
  const mean = rest.reduce((sum, each) => sum + each.n * each.mean, 0) / n;
  const all = (level.n * level.mean + n * mean) / (level.n + n);
  const variance = isShare
    ? all * (1 - all)
    : Math.max(1e-12, levels.reduce((sum, each) => sum + each.n * (each.mean - all) ** 2, 0) / (level.n + n));
  const z = (level.mean - mean) / Math.sqrt(variance * (1 / level.n + 1 / n) || 1);
  return { difference: level.mean - mean, p: normalTwoSided(z) };
}
