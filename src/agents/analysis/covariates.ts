import type { ColumnRef, Condition, Outcome, Range } from '../../board/claim';
import type { Value } from '../../board/value';
import type { DataReader } from '../roles';
import { conditionSql } from './condition';
import type { Keys } from './keys';
import { AFTERWARDS, INBORN } from './lexicon';
import { profileTable, type ColumnProfile } from './profile';
import type { Units } from './units';
import { stemOf, stemsOf } from './words';

/** Something else about a unit that may distort or change the comparison. */
export type Covariate = {
  /** As reports name it: `colour`, `weight (quarters)`, `tag = fragile`. */
  readonly label: string;
  readonly column: ColumnRef;
  /** The value that a unit has or not, where units have several values of the column. */
  readonly has?: string | number;
  /** Numbers are cut into quarters of the units compared. */
  readonly inQuarters: boolean;
  /** So many levels at most, not knowing it among them. */
  readonly levels: number;
};

/** What is compared: units of a population, by exposure, on an outcome. */
export type Comparison = {
  readonly unit: string;
  readonly population: readonly Condition[];
  readonly exposure: Condition;
  readonly versus?: Condition;
  readonly outcome: Outcome;
};

const MOST_COVARIATES = 24;
const MOST_LEVELS = 12;
const MOST_FLAGS = 10;
const MOST_TABLES = 12;

/**
 * The covariates that the data offer: low-cardinality and numeric columns of the unit and of the tables around it, nearest first.
 * Left out is what the comparison itself is made of, keys, free text, and what is measured after the outcome.
 */
export async function covariatesOf(
  comparison: Comparison,
  keys: Keys,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly Covariate[]> {
  const used = columnsOf(comparison);
  const found: Covariate[] = [];
  const reach = [...keys.reachable(comparison.unit)].sort((a, b) => a[1].length - b[1].length).slice(0, MOST_TABLES);
  for (const [name, path] of reach) {
    const table = data.schema.tables.find((each) => each.name === name);
    if (!table || (table.kind === 'view' && path.length > 0)) continue;
    const toOne = await keys.toOneSteps(path, signal);
    const single = toOne === path.length;
    // What lies further than one table of many rows away describes something else than the unit.
    if (!single && path.length > toOne + 1) continue;
    for (const profile of await profileTable(table, data, signal)) {
      const column: ColumnRef = { table: name, column: profile.column, ...(path.length > 0 && { via: [...path] }) };
      if (used.has(`${name}.${profile.column}`) || isAfterwards(profile.column)) continue;
      if (single) found.push(...singleCovariate(column, profile));
      else found.push(...flagCovariates(column, profile));
    }
  }
  return distinctLabels(found.slice(0, MOST_COVARIATES));
}

/** SQL of a covariate's level for each unit; `cuts` are the lower bounds of the second to last quarter. */
export async function levelSql(covariate: Covariate, units: Units, cuts: readonly Value[]): Promise<string> {
  if (covariate.has !== undefined) {
    return `CASE WHEN ${await units.condition({ column: covariate.column, is: covariate.has })} THEN 'yes' ELSE 'no' END`;
  }
  const value = await units.value(covariate.column);
  const bands = covariate.inQuarters ? bandsOf(cuts) : [];
  if (bands.length === 0) return value;
  const cases = bands.map(({ name, range }) => ` WHEN ${conditionSql(value, range)} THEN '${name}'`);
  return `CASE${cases.join('')} END`;
}

/** The bands between cuts, lowest first. */
export function bandsOf(cuts: readonly Value[]): readonly { readonly name: string; readonly range: Range }[] {
  const bounds = cuts.filter((cut) => typeof cut === 'number');
  const [first] = bounds;
  if (first === undefined) return [];
  const between = bounds.slice(1).map((cut, index) => {
    const lower = bounds[index] ?? first;
    return { name: `${lower} to below ${cut}`, range: { atLeast: lower, below: cut } };
  });
  const last = bounds.at(-1) ?? first;
  return [
    { name: `below ${first}`, range: { below: first } },
    ...between,
    { name: `${last} and more`, range: { atLeast: last } },
  ];
}

/** Whether a covariate may lie on the path from the exposure to the outcome: anything that is not inborn, after something inborn. */
export function mayMediate(covariate: Covariate, exposure: Condition): boolean {
  return isInborn(exposure.column.column) && !isInborn(covariate.column.column);
}

function isInborn(column: string): boolean {
  return stemsOf(column).some((stem) => INBORN.some((word) => stemOf(word) === stem));
}

function isAfterwards(column: string): boolean {
  return stemsOf(column).some((stem) => AFTERWARDS.some((word) => stemOf(word) === stem));
}

/** Names that the analysis table and what is summed from it have already: a column of the data that is called so is renamed. */
export const OWN_NAMES: ReadonlySet<string> = new Set(
  'unit units exposed outcome covariate level n row_count missing events share mean deviation squares overall'.split(
    ' ',
  ),
);

/** Columns of the same name in two tables are told apart by their table. */
function distinctLabels(covariates: readonly Covariate[]): readonly Covariate[] {
  const taken = new Set(OWN_NAMES);
  return covariates.map((covariate) => {
    const plain = covariate.label.toLowerCase();
    const label = taken.has(plain) ? `${covariate.column.table}.${covariate.label}` : covariate.label;
    taken.add(plain);
    return { ...covariate, label };
  });
}

function singleCovariate(column: ColumnRef, profile: ColumnProfile): Covariate[] {
  // A key with few values is the group that a unit belongs to: a school, a ward, a branch.
  const groups = profile.kind === 'category' || (profile.kind === 'key' && profile.values.length > 0);
  if (groups && profile.distinct >= 2 && profile.distinct <= MOST_LEVELS) {
    return [{ label: profile.column, column, inQuarters: false, levels: profile.distinct + 1 }];
  }
  return profile.kind === 'number'
    ? [{ label: `${profile.column} (quarters)`, column, inQuarters: true, levels: 5 }]
    : [];
}

function flagCovariates(column: ColumnRef, profile: ColumnProfile): Covariate[] {
  if (profile.kind !== 'category' || profile.distinct > MOST_CATEGORY_FLAGS) return [];
  return profile.values
    .slice(0, MOST_FLAGS)
    .flatMap(({ value }) =>
      typeof value === 'string' || typeof value === 'number'
        ? [{ label: `${profile.column} = ${value}`, column, has: value, inQuarters: false, levels: 2 }]
        : [],
    );
}

/** Beyond this many values a column of many rows names things rather than sorts units. */
const MOST_CATEGORY_FLAGS = 20;

function columnsOf({ exposure, versus, outcome, population }: Comparison): ReadonlySet<string> {
  const refs = [exposure.column, versus?.column, outcome.column];
  if ('measure' in outcome) refs.push(outcome.times, outcome.less);
  // A population fixed to one value leaves nothing to adjust for; a range does.
  for (const { column, is } of population) if (is === null || typeof is !== 'object') refs.push(column);
  return new Set(refs.flatMap((ref) => (ref ? [`${ref.table}.${ref.column}`] : [])));
}
