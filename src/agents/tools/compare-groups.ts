import type { ClaimOf, ColumnRef, Condition } from '../../board/claim';
import { Fault } from '../../base/fault';
import { ComparisonQueries } from '../analysis/comparison';
import type { Comparison } from '../analysis/covariates';
import { asConstant, yesNoOf } from '../analysis/describe';
import { GroupComparison, type Margins } from '../analysis/group-comparison';
import { Keys } from '../analysis/keys';
import { medianOf, profileTable } from '../analysis/profile';
import { testConfounding } from '../analysis/test-confounding';
import { testEffect } from '../analysis/test-effect';
import { testModification } from '../analysis/test-modification';
import type { DataReader } from '../roles';
import type { OperatorFinding } from './operator';

export type ComparableClaim = ClaimOf<'effect' | 'modification' | 'confounding' | 'best'>;
const DEFAULT_MARGINS: Margins = { riskDifference: 0.02, standardDeviations: 0.1 };

/**
 * Compares two groups of units on an outcome: crude, screened for confounders, adjusted for them jointly, and within levels of what
 * may change the effect. Every number comes from a query on the log.
 * @throws Fault for a claim that the data cannot be asked: no key, several values where one is needed
 */
export async function compareGroups(
  claim: ComparableClaim,
  data: DataReader,
  signal: AbortSignal,
  margins: Margins = DEFAULT_MARGINS,
): Promise<readonly OperatorFinding[]> {
  const keys = new Keys(data.schema, data);
  if (claim.kind === 'best') return compareWithEach(claim, keys, data, margins, signal);
  const comparison = await comparisonOf(claim, data, signal);
  const run = new GroupComparison(new ComparisonQueries(comparison, keys, data, signal), margins);
  switch (claim.kind) {
    case 'effect':
      return testEffect(run, claim.direction);
    case 'modification':
      return testModification(run, claim.by);
    case 'confounding':
      return testConfounding(run, claim.by);
  }
}

/** The comparison that a claim speaks of. Rejects for an exposure that names no groups. */
export async function comparisonOf(
  claim: ClaimOf<'effect' | 'modification' | 'confounding'>,
  data: DataReader,
  signal: AbortSignal,
): Promise<Comparison> {
  const exposure = await exposureOf(claim.exposure, data, signal);
  const subgroup = claim.kind === 'effect' ? claim.subgroup : undefined;
  return {
    unit: claim.unit ?? exposure.column.table,
    population: [...(claim.population ?? []), ...(subgroup ? [subgroup] : [])],
    exposure,
    ...(claim.versus && { versus: claim.versus }),
    outcome: claim.outcome,
  };
}

async function exposureOf(exposure: Condition | ColumnRef, data: DataReader, signal: AbortSignal): Promise<Condition> {
  if ('is' in exposure) return exposure;
  const table = data.schema.tables.find(({ name }) => name === exposure.table);
  const profile = table && (await profileTable(table, data, signal)).find(({ column }) => column === exposure.column);
  if (!profile) throw new Fault(`unknown column: ${exposure.table}.${exposure.column}`);
  const said = yesNoOf(profile.values.map(({ value }) => value));
  if (profile.kind === 'category' && profile.distinct === 2) {
    return { column: exposure, is: asConstant(said?.yes ?? profile.values[0]?.value ?? null) };
  }
  if (profile.kind === 'number') {
    return { column: exposure, is: { above: await medianOf(exposure, data, signal) } };
  }
  throw new Fault(
    `${exposure.column} has ${profile.distinct} values`,
    'name the value that is compared with the others, or two values',
  );
}

/** A candidate for the best is compared with each other one; the comparison that it wins least clearly decides. */
async function compareWithEach(
  claim: ClaimOf<'best'>,
  keys: Keys,
  data: DataReader,
  margins: Margins,
  signal: AbortSignal,
): Promise<readonly OperatorFinding[]> {
  const table = data.schema.tables.find(({ name }) => name === claim.among.table);
  const profile =
    table && (await profileTable(table, data, signal)).find(({ column }) => column === claim.among.column);
  const others = (profile?.values ?? []).map(({ value }) => asConstant(value)).filter((value) => value !== claim.value);
  const rounds: (readonly OperatorFinding[])[] = [];
  for (const other of others.slice(0, MOST_RIVALS)) {
    const comparison: Comparison = {
      unit: claim.unit ?? claim.among.table,
      population: claim.population ?? [],
      exposure: { column: claim.among, is: claim.value },
      versus: { column: claim.among, is: other },
      outcome: claim.outcome,
    };
    const run = new GroupComparison(new ComparisonQueries(comparison, keys, data, signal), margins);
    rounds.push(await testEffect(run, claim.direction === 'highest' ? 'raises' : 'lowers'));
  }
  const sign = claim.direction === 'highest' ? 1 : -1;
  const lead = (findings: readonly OperatorFinding[]): number => {
    const { estimate, standardError = 0 } = findings.find(({ statistics }) => statistics.primary)?.statistics ?? {
      estimate: 0,
    };
    return standardError > 0 ? (sign * estimate) / standardError : -Infinity;
  };
  const weakest = [...rounds].sort((a, b) => lead(a) - lead(b))[0];
  return rounds.flatMap((findings) =>
    findings.map((finding) => ({
      ...finding,
      statistics: { ...finding.statistics, primary: finding.statistics.primary && findings === weakest },
    })),
  );
}

const MOST_RIVALS = 8;
