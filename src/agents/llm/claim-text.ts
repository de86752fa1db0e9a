import type { Claim, ColumnRef, Condition, Outcome } from '../../board/claim';
import { assertNever } from '../../base/assert';
import { describeCondition, describeConstant } from '../analysis/condition';

/** A typed claim on one line, with table names, so that a role that sees only the board can speak of the same columns. */
export function claimText(claim: Claim): string {
  if (claim.kind === 'entity') {
    return `entity: ${claim.label} (key ${describeConstant(claim.key)} in ${claim.table}) is ${claim.role}`;
  }
  const among = (claim.population ?? []).map(condition);
  const unit = claim.unit === undefined ? '' : `, one unit a row of ${claim.unit}`;
  return `${claim.kind}: ${core(claim)}${among.length > 0 ? `, among ${among.join(' and ')}` : ''}${unit}`;
}

function core(claim: Exclude<Claim, { kind: 'entity' }>): string {
  switch (claim.kind) {
    case 'effect': {
      const verb =
        claim.direction === 'differs' ? 'changes' : claim.direction === 'none' ? 'has no effect on' : claim.direction;
      const within = claim.subgroup ? `, within ${condition(claim.subgroup)}` : '';
      return `${exposure(claim)} ${verb} ${outcome(claim.outcome)}${within}`;
    }
    case 'best':
      return `${name(claim.among)} = ${describeConstant(claim.value)} has the ${claim.direction} ${amount(claim.outcome)}`;
    case 'modification':
      return `the effect of ${exposure(claim)} on ${outcome(claim.outcome)} depends on ${name(claim.by)}`;
    case 'confounding':
      return `${name(claim.by)} distorts the difference of ${outcome(claim.outcome)} by ${exposure(claim)}`;
    case 'change': {
      const { from, to } = claim;
      const because = claim.explainedBy ? `, because of ${condition(claim.explainedBy)}` : '';
      return `${outcome(claim.outcome)} ${claim.direction} from ${from.start}–${from.end} to ${to.start}–${to.end} by ${name(claim.when)}${because}`;
    }
    case 'artefact': {
      const when = claim.period ? ` in ${claim.period.start}–${claim.period.end}` : '';
      return `${claim.what} in ${name(claim.where)}${when}`;
    }
    case 'event': {
      const { start, end } = claim.within;
      return `${condition(claim.cause)} preceded ${condition(claim.effect)} within ${start}–${end}`;
    }
    default:
      return assertNever(claim);
  }
}

function exposure({
  exposure: what,
  versus,
}: {
  exposure: Condition | ColumnRef;
  versus?: Condition | undefined;
}): string {
  return `${'is' in what ? condition(what) : name(what)}${versus ? ` (versus ${condition(versus)})` : ''}`;
}

function outcome(what: Outcome): string {
  return `the ${amount(what)}`;
}

function amount(what: Outcome): string {
  if ('event' in what) return `share with ${condition({ column: what.column, is: what.event })}`;
  const times = what.times ? ` × ${name(what.times)}` : '';
  const less = what.less ? ` × (1 − ${name(what.less)})` : '';
  return `${what.measure} of ${name(what.column)}${times}${less}`;
}

function condition({ column, is }: Condition): string {
  return describeCondition({ column: { ...column, column: name(column) }, is });
}

function name({ table, column }: ColumnRef): string {
  return `${table}.${column}`;
}
