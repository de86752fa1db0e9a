import type { Query } from '../../board/board';
import type { Value } from '../../board/value';
import { benjaminiHochberg } from '../../statistics/multiplicity';
import type { ComparisonQueries, Stratified } from './comparison';
import type { Covariate } from './covariates';
import { exposureAssociation, unitsOf, type Contrast, type Heterogeneity, type Stratum } from './strata';

/** A covariate by itself: what it has to do with exposure and outcome, and what adjusting for it does. */
export type Screened = {
  readonly covariate: Covariate;
  readonly strata: readonly Stratum[];
  readonly adjusted: Contrast | undefined;
  /** Change of the estimate by adjusting for it. */
  readonly shift: number;
  readonly exposure: { readonly p: number; readonly strength: number };
  readonly outcome: { readonly p: number; readonly strength: number };
  readonly heterogeneity: (Heterogeneity & { readonly adjustedP: number }) | undefined;
  readonly confounds: boolean;
};

export type Adjustment = {
  readonly screened: readonly Screened[];
  /** How many covariates could not be screened, because their strata were not handed out whole. */
  readonly unread: number;
  readonly screenQuery: Query;
  readonly cuts: ReadonlyMap<Covariate, readonly Value[]>;
  /** The covariates adjusted for jointly, and the estimate; undefined when none confounds. */
  readonly joint:
    { readonly covariates: readonly Covariate[]; readonly from: Stratified; readonly contrast: Contrast } | undefined;
};

/** An association with exposure or outcome that is looked for. */
const ASSOCIATED = 0.05;
/** The classical change-in-estimate criterion (Greenland 1989), with a floor so that noise around zero moves nothing. */
const SHIFT_SHARE = 0.1;
const SHIFT_FLOOR_OF_MARGIN = 0.25;
/** A covariate that says almost what the exposure or the outcome says leaves nothing to compare. */
const SAME_AS_EXPOSURE = 0.98;
const SAME_AS_OUTCOME = 0.9;
/** Support is lost when strata without enough units in both arms hold more than this share of the units. */
const MOST_DROPPED = 0.25;
const MOST_JOINT = 4;
const MOST_TRIED = 7;

/**
 * Screens covariates singly, then adjusts for the confounders among them jointly: stepwise by how much they move the estimate, as
 * long as support lasts.
 * @param margin the equivalence margin in the measure's unit
 */
export async function adjust(
  queries: ComparisonQueries,
  crude: Contrast,
  covariates: readonly Covariate[],
  margin: number,
): Promise<Adjustment | undefined> {
  if (covariates.length === 0) return undefined;
  const cuts = await queries.quarters(covariates);
  const { query, strata } = await queries.screen(covariates, cuts);
  const read = query.cut?.rows ? new Map([...strata].filter(([, own]) => unitsOf(own) === crude.n)) : strata;
  const screened = screen(queries, crude, read, margin);
  const confounders = screened
    .filter(({ confounds }) => confounds)
    .sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  let joint: Adjustment['joint'];
  for (const { covariate } of confounders.slice(0, MOST_TRIED)) {
    const tried = [...(joint?.covariates ?? []), covariate];
    if (tried.length > MOST_JOINT) break;
    const from = await queries.joint(tried, cuts);
    // Strata that were not handed out cannot be adjusted for.
    const contrast = from.query.cut?.rows ? undefined : queries.scale.adjusted(from.strata);
    if (!contrast || !keepsSupport(contrast, from.strata)) continue;
    const moved = contrast.estimate - (joint?.contrast.estimate ?? crude.estimate);
    if (joint && Math.abs(moved) < materialShift(joint.contrast.estimate, margin)) continue;
    joint = { covariates: tried, from, contrast };
  }
  return { screened, unread: strata.size - read.size, screenQuery: query, cuts, joint };
}

/** The smallest change of an estimate that counts as moving it. */
export function materialShift(estimate: number, margin: number): number {
  return Math.max(SHIFT_SHARE * Math.abs(estimate), SHIFT_FLOOR_OF_MARGIN * margin);
}

function screen(
  { scale }: ComparisonQueries,
  crude: Contrast,
  strata: ReadonlyMap<Covariate, readonly Stratum[]>,
  margin: number,
): readonly Screened[] {
  const tested = [...strata].map(([covariate, own]) => {
    const adjusted = scale.adjusted(own);
    return {
      covariate,
      strata: own,
      adjusted,
      shift: adjusted ? adjusted.estimate - crude.estimate : 0,
      exposure: exposureAssociation(own),
      outcome: scale.outcomeAssociation(own),
      heterogeneity: scale.heterogeneity(own),
    };
  });
  const family = tested.flatMap(({ heterogeneity }) => (heterogeneity ? [heterogeneity] : []));
  const corrected = benjaminiHochberg(family.map(({ p }) => p));
  return tested.map((each) => ({
    ...each,
    heterogeneity: each.heterogeneity && {
      ...each.heterogeneity,
      adjustedP: corrected[family.indexOf(each.heterogeneity)] ?? 1,
    },
    confounds:
      each.adjusted !== undefined &&
      keepsSupport(each.adjusted, each.strata) &&
      each.exposure.p <= ASSOCIATED &&
      each.outcome.p <= ASSOCIATED &&
      each.exposure.strength < SAME_AS_EXPOSURE &&
      each.outcome.strength < SAME_AS_OUTCOME &&
      Math.abs(each.shift) >= materialShift(crude.estimate, margin),
  }));
}

function keepsSupport(contrast: Contrast, strata: readonly Stratum[]): boolean {
  return (contrast.strata?.unitsDropped ?? 0) <= MOST_DROPPED * unitsOf(strata);
}
