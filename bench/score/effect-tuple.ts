import type { Claim, ColumnRef, Condition, Outcome } from '../../src/board/claim';
import { folded } from './cells';
import type { EffectTuple } from './truth';

/**
 * What a typed claim says about an effect, as cases name it; undefined for claims that name no cause: rows of a table, and rivals
 * that only ask what could fake or bend an effect.
 */
export function effectTupleOf(claim: Claim): EffectTuple | undefined {
  switch (claim.kind) {
    case 'effect':
      return {
        exposure: sideOf(claim.exposure),
        outcome: outcomeColumn(claim.outcome),
        ...(claim.subgroup && { subgroup: sideOf(claim.subgroup) }),
        direction: claim.direction,
      };
    case 'best':
      return {
        exposure: { column: nameOf(claim.among), value: String(claim.value) },
        outcome: outcomeColumn(claim.outcome),
        direction: claim.direction === 'highest' ? 'raises' : 'lowers',
      };
    case 'change':
      return claim.explainedBy === undefined
        ? {
            exposure: { column: nameOf(claim.when) },
            outcome: outcomeColumn(claim.outcome),
            direction: changeOf(claim),
          }
        : { exposure: sideOf(claim.explainedBy), outcome: outcomeColumn(claim.outcome), direction: changeOf(claim) };
    case 'event':
      return { exposure: sideOf(claim.cause), outcome: nameOf(claim.effect.column), direction: 'raises' };
    case 'artefact':
    case 'confounding':
    case 'modification':
    case 'entity':
      return undefined;
  }
}

/** 0 where exposure or outcome differ or the directions oppose, one half where only the subgroup differs, else 1. */
export function tupleSimilarity(left: EffectTuple, right: EffectTuple): number {
  if (!isSameColumn(left.outcome, right.outcome) || !isSameSide(left.exposure, right.exposure)) return 0;
  if (areOpposed(left.direction, right.direction)) return 0;
  if (left.subgroup === undefined || right.subgroup === undefined) {
    return left.subgroup === right.subgroup ? 1 : 0.5;
  }
  return isSameSide(left.subgroup, right.subgroup) ? 1 : 0.5;
}

/** Equal for tuples that say the same. */
export function tupleKey({ exposure, outcome, subgroup, direction }: EffectTuple): string {
  return JSON.stringify([sideKey(exposure), folded(outcome), subgroup ? sideKey(subgroup) : null, direction]);
}

type Side = EffectTuple['exposure'];

function sideOf(exposure: Condition | ColumnRef): Side {
  if (!('is' in exposure)) return { column: nameOf(exposure) };
  const { column, is } = exposure;
  const value = is !== null && typeof is === 'object' ? JSON.stringify(is) : String(is);
  return { column: nameOf(column), value };
}

function outcomeColumn(outcome: Outcome): string {
  return nameOf(outcome.column);
}

function changeOf({ direction }: { direction: 'rose' | 'fell' }): EffectTuple['direction'] {
  return direction === 'rose' ? 'raises' : 'lowers';
}

function nameOf({ table, column }: ColumnRef): string {
  return `${table}.${column}`;
}

function isSameColumn(left: string, right: string): boolean {
  return folded(left) === folded(right);
}

function isSameSide(left: Side, right: Side): boolean {
  return sideKey(left) === sideKey(right);
}

function sideKey({ column, value }: Side): string {
  return `${folded(column)}=${value === undefined ? '*' : folded(value)}`;
}

function areOpposed(left: EffectTuple['direction'], right: EffectTuple['direction']): boolean {
  const pair = new Set([left, right]);
  return (pair.has('raises') && pair.has('lowers')) || (pair.has('none') && pair.size > 1);
}
