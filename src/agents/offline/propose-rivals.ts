import type { ClaimOf, ColumnRef } from '../../board/claim';
import { formatList } from '../../base/format';
import { adjust, type Adjustment } from '../analysis/adjust';
import { ComparisonQueries, type Stratified } from '../analysis/comparison';
import { covariatesOf, type Covariate } from '../analysis/covariates';
import { describeCondition } from '../analysis/condition';
import { describeOutcome } from '../analysis/describe';
import type { Keys } from '../analysis/keys';
import { spread, type Contrast } from '../analysis/strata';
import type { HypothesizerContext } from '../roles';
import { comparisonOf } from '../tools/compare-groups';
import { statementOf } from '../report/statements';

const MOST_CONFOUNDERS = 3;
const MOST_MODIFIERS = 3;

type Effect = ClaimOf<'effect'>;
type Explored = { claim: Effect; from: Stratified; contrast: Contrast; z: number };

/**
 * Rivals of a comparison: each covariate that goes with exposure and outcome as a confounder, and those over whose levels the effect
 * varies most as modifiers. Of several candidates they are looked for at the one that differs most.
 */
export async function proposeRivals(
  claims: Effect | readonly Effect[],
  keys: Keys,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<void> {
  const explored: Explored[] = [];
  for (const claim of Array.isArray(claims) ? (claims as readonly Effect[]) : [claims as Effect]) {
    const comparison = await comparisonOf(claim, context, signal);
    const queries = new ComparisonQueries(comparison, keys, context, signal);
    const from = await queries.crude();
    const contrast = queries.scale.crude(from.strata);
    if (contrast) explored.push({ claim, from, contrast, z: Math.abs(contrast.estimate / contrast.standardError) });
  }
  const leading = explored.sort((a, b) => b.z - a.z)[0];
  if (!leading) return;
  const comparison = await comparisonOf(leading.claim, context, signal);
  const queries = new ComparisonQueries(comparison, keys, context, signal);
  const covariates = await covariatesOf(comparison, keys, context, signal);
  const { margins } = context.board.investigation;
  const margin =
    queries.scale.measure === 'risk difference'
      ? margins.riskDifference
      : margins.standardDeviations * spread(leading.from.strata);
  const adjustment = await adjust(queries, leading.contrast, covariates, margin);
  if (!adjustment) return;
  const lead = await recordLead(leading, adjustment, context);
  const { claim } = leading;
  const shared = {
    unit: comparison.unit,
    ...(claim.population && { population: claim.population }),
    exposure: claim.exposure,
    ...(claim.versus && { versus: claim.versus }),
    outcome: claim.outcome,
  };
  for (const by of confounders(adjustment)) {
    const rival = { kind: 'confounding' as const, ...shared, by };
    await context.propose({
      statement: statementOf(rival),
      claim: rival,
      rationale: 'it goes with both and moves the difference',
      from: [lead],
    });
  }
  for (const by of modifiers(adjustment, comparison.exposure.column.table, comparison.unit)) {
    const rival = { kind: 'modification' as const, ...shared, by };
    await context.propose({
      statement: statementOf(rival),
      claim: rival,
      rationale: 'the effect may not be the same for all',
      from: [lead],
    });
  }
}

async function recordLead(
  { claim }: Explored,
  { screened, screenQuery }: Adjustment,
  context: HypothesizerContext,
): Promise<string> {
  const movers = screened.filter(({ confounds }) => confounds).map(({ covariate }) => covariate.label);
  const contrast = `the comparison of ${'is' in claim.exposure ? describeCondition(claim.exposure) : claim.exposure.column} on ${describeOutcome(claim.outcome)}`;
  const found = movers.length > 0 ? `${formatList(movers)} could distort` : 'no covariate seems to distort';
  return (await context.recordLead({ query: screenQuery.id, fact: `Held fixed one at a time, ${found} ${contrast}.` }))
    .id;
}

function confounders({ screened }: Adjustment): readonly ColumnRef[] {
  const found = screened.filter(({ confounds }) => confounds).sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  return distinctColumns(found.map(({ covariate }) => covariate)).slice(0, MOST_CONFOUNDERS);
}

/** Columns whose levels differ most, and what describes the exposure itself (a dose, a mode): that is always asked. */
function modifiers({ screened }: Adjustment, exposureTable: string, unit: string): readonly ColumnRef[] {
  const tested = screened
    .filter(({ heterogeneity }) => heterogeneity !== undefined)
    .sort((a, b) => (a.heterogeneity?.p ?? 1) - (b.heterogeneity?.p ?? 1));
  const own = tested.filter(({ covariate }) => exposureTable !== unit && covariate.column.table === exposureTable);
  const striking = tested.filter(({ heterogeneity }) => (heterogeneity?.p ?? 1) <= 0.1);
  const all = [...striking.map(({ covariate }) => covariate), ...own.map(({ covariate }) => covariate)];
  return distinctColumns(all.length > 0 ? all : tested.slice(0, 1).map(({ covariate }) => covariate)).slice(
    0,
    MOST_MODIFIERS,
  );
}

function distinctColumns(covariates: readonly Covariate[]): readonly ColumnRef[] {
  const found = new Map(covariates.map(({ column }) => [`${column.table}.${column.column}`, column]));
  return [...found.values()];
}
