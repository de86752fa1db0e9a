import type { Claim, ClaimOf, Condition } from '../../board/claim';
import { describeCondition } from '../analysis/condition';
import { describeOutcome, describeUnits } from '../analysis/describe';

/** A claim as a sentence: the same claim is always the same sentence. */
export function statementOf(claim: Claim, names: { readonly from?: string; readonly to?: string } = {}): string {
  switch (claim.kind) {
    case 'effect':
      return effectStatement(claim);
    case 'modification':
      return `The effect of ${exposureOf(claim)} on ${describeOutcome(claim.outcome)}${scope(claim)} depends on ${claim.by.column}`;
    case 'confounding':
      return `${claim.by.column} distorts the comparison of ${exposureOf(claim)}${against(claim)} on ${describeOutcome(claim.outcome)}${scope(claim)} (confounding)`;
    case 'change':
      return claim.explainedBy
        ? `The ${claim.direction === 'fell' ? 'fall' : 'rise'} of the ${describeOutcome(claim.outcome)} in ${names.to ?? claim.to.start} comes from ${describeCondition(claim.explainedBy)}`
        : `The ${describeOutcome(claim.outcome)} really ${claim.direction} in ${names.to ?? claim.to.start} against ${names.from ?? 'the period before'}`;
    case 'artefact':
      return claim.what === 'truncated period'
        ? `The data of ${names.to ?? claim.period?.start ?? 'the period'} are cut off, so that it looks lower than it was`
        : `The data hold ${claim.what} in ${claim.where.table}.${claim.where.column}`;
    case 'best':
      return `${claim.among.column} = ${claim.value} has the ${claim.direction} ${describeOutcome(claim.outcome)}${scope(claim)}`;
    case 'entity':
      return `${claim.label} is the ${claim.role}`;
    case 'event':
      return `${describeCondition(claim.cause)} led to ${describeCondition(claim.effect)}`;
  }
}

function effectStatement(claim: ClaimOf<'effect'>): string {
  const verb = { raises: 'raises', lowers: 'lowers', differs: 'changes', none: 'does not change' }[claim.direction];
  const added = 'measure' in claim.outcome && claim.outcome.measure !== 'mean' && claim.unit !== undefined;
  const what =
    'event' in claim.outcome
      ? `the rate of ${describeOutcome(claim.outcome)}`
      : `the ${describeOutcome(claim.outcome)}${added ? ` per row of ${claim.unit}` : ''}`;
  return `${exposureOf(claim)} ${verb} ${what}${against(claim)}${scope(claim)}`;
}

function exposureOf({ exposure }: ClaimOf<'effect' | 'modification' | 'confounding'>): string {
  return 'is' in exposure ? describeCondition(exposure) : exposure.column;
}

function against({ versus }: { versus?: Condition | undefined }): string {
  return versus ? ` compared with ${describeCondition(versus)}` : '';
}

function scope(claim: {
  unit?: string | undefined;
  population?: Condition[] | undefined;
  subgroup?: Condition;
}): string {
  const conditions = [...(claim.population ?? []), ...(claim.subgroup ? [claim.subgroup] : [])];
  return conditions.length === 0 || claim.unit === undefined ? '' : ` among ${describeUnits(claim.unit, conditions)}`;
}
