import { Fault } from '../../base/fault';
import type { Claim, ColumnRef, Condition, Outcome } from '../../board/claim';
import type { Schema } from '../../database/port';
import { findColumn, findTable } from './table-names';

/** The claim with names as the schema spells them. Throws a `Fault` that tells each unknown name and its near misses. */
export function checkClaim(claim: Claim, schema: Schema): Claim {
  const problems: string[] = [];
  const attempt = <T>(find: () => T, otherwise: T): T => {
    try {
      return find();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (!problems.includes(error.message)) problems.push(error.message);
      return otherwise;
    }
  };
  const table = (name: string): string => attempt(() => findTable(schema, name).name, name);
  const column = (ref: ColumnRef): ColumnRef =>
    attempt(() => {
      const found = findTable(schema, ref.table);
      return { ...ref, table: found.name, column: findColumn(schema, found, ref.column).name };
    }, ref);
  const checked = withNames(claim, table, column);
  if (problems.length > 0) throw new Fault(`the claim does not fit the schema: ${problems.join('. ')}`);
  return checked;
}

function withNames(claim: Claim, table: (name: string) => string, column: (ref: ColumnRef) => ColumnRef): Claim {
  if (claim.kind === 'entity') return { ...claim, table: table(claim.table) };
  const condition = (each: Condition): Condition => ({ ...each, column: column(each.column) });
  const exposure = (each: Condition | ColumnRef): Condition | ColumnRef =>
    'is' in each ? condition(each) : column(each);
  const outcome = (each: Outcome): Outcome =>
    'event' in each
      ? { ...each, column: column(each.column) }
      : {
          ...each,
          column: column(each.column),
          ...(each.times && { times: column(each.times) }),
          ...(each.less && { less: column(each.less) }),
        };
  const common = {
    ...(claim.unit !== undefined && { unit: table(claim.unit) }),
    ...(claim.population && { population: claim.population.map(condition) }),
  };
  const versus = 'versus' in claim && claim.versus ? { versus: condition(claim.versus) } : {};
  switch (claim.kind) {
    case 'effect':
      return {
        ...claim,
        ...common,
        ...versus,
        exposure: exposure(claim.exposure),
        outcome: outcome(claim.outcome),
        ...(claim.subgroup && { subgroup: condition(claim.subgroup) }),
      };
    case 'best':
      return { ...claim, ...common, among: column(claim.among), outcome: outcome(claim.outcome) };
    case 'modification':
    case 'confounding':
      return {
        ...claim,
        ...common,
        ...versus,
        exposure: exposure(claim.exposure),
        outcome: outcome(claim.outcome),
        by: column(claim.by),
      };
    case 'change':
      return {
        ...claim,
        ...common,
        outcome: outcome(claim.outcome),
        when: column(claim.when),
        ...(claim.explainedBy && { explainedBy: condition(claim.explainedBy) }),
      };
    case 'artefact':
      return { ...claim, ...common, where: column(claim.where) };
    case 'event':
      return { ...claim, ...common, cause: condition(claim.cause), effect: condition(claim.effect) };
  }
}
