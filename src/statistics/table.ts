/** Counts of units by exposure and outcome. */
export interface Table2x2 {
  readonly exposedEvents: number;
  readonly exposedNonEvents: number;
  readonly unexposedEvents: number;
  readonly unexposedNonEvents: number;
}

/** Events among n units. */
export interface Arm {
  readonly events: number;
  readonly n: number;
}

/** Which strata a pooled measure rests on, and what was left out because it carries no information on it. */
export interface StrataUse {
  readonly used: number;
  readonly dropped: number;
  readonly unitsDropped: number;
}

/** The sums of a table's rows, columns and all cells. */
export interface Margins {
  readonly exposed: number;
  readonly unexposed: number;
  readonly events: number;
  readonly nonEvents: number;
  readonly total: number;
}

/** Throws for a count that is negative or not a number. */
export function margins(table: Table2x2): Margins {
  const { exposedEvents, exposedNonEvents, unexposedEvents, unexposedNonEvents } = table;
  const cells = { exposedEvents, exposedNonEvents, unexposedEvents, unexposedNonEvents };
  for (const [name, count] of Object.entries(cells)) requireCount(name, count);
  const exposed = exposedEvents + exposedNonEvents;
  const unexposed = unexposedEvents + unexposedNonEvents;
  const events = exposedEvents + unexposedEvents;
  const nonEvents = exposedNonEvents + unexposedNonEvents;
  return { exposed, unexposed, events, nonEvents, total: exposed + unexposed };
}

/** Whether an arm is empty or the outcome does not vary: such a table compares nothing. */
export function hasZeroMargin({ exposed, unexposed, events, nonEvents }: Margins): boolean {
  return exposed === 0 || unexposed === 0 || events === 0 || nonEvents === 0;
}

/** The table of two arms. */
export function tableOf(exposed: Arm, unexposed: Arm): Table2x2 {
  return {
    exposedEvents: exposed.events,
    exposedNonEvents: exposed.n - exposed.events,
    unexposedEvents: unexposed.events,
    unexposedNonEvents: unexposed.n - unexposed.events,
  };
}

/** The two arms of a table, exposed first. */
export function armsOf(table: Table2x2): readonly [exposed: Arm, unexposed: Arm] {
  const { exposed, unexposed } = margins(table);
  return [
    { events: table.exposedEvents, n: exposed },
    { events: table.unexposedEvents, n: unexposed },
  ];
}

/** All strata in one table: the crude comparison. */
export function collapse(strata: readonly Table2x2[]): Table2x2 {
  const sum = (cell: keyof Table2x2): number => strata.reduce((total, table) => total + table[cell], 0);
  return {
    exposedEvents: sum('exposedEvents'),
    exposedNonEvents: sum('exposedNonEvents'),
    unexposedEvents: sum('unexposedEvents'),
    unexposedNonEvents: sum('unexposedNonEvents'),
  };
}

/** Parts strata by a condition on their margins, and counts what is left out. */
export function selectStrata(
  strata: readonly Table2x2[],
  usable: (margins: Margins) => boolean,
): { readonly tables: readonly Table2x2[]; readonly strata: StrataUse } {
  const tables = strata.filter((table) => usable(margins(table)));
  const units = (some: readonly Table2x2[]): number => some.reduce((total, table) => total + margins(table).total, 0);
  return {
    tables,
    strata: {
      used: tables.length,
      dropped: strata.length - tables.length,
      unitsDropped: units(strata) - units(tables),
    },
  };
}

/** Throws for a count that is negative or not a finite number. */
export function requireCount(name: string, count: number): void {
  if (!(count >= 0 && count < Infinity)) throw new RangeError(`not a count: ${name} ${count}`);
}
