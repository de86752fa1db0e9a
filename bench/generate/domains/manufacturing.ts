import type { Random } from '../../../src/base/random';
import { between, pick, shuffled } from '../draw';
import type { Cell } from '../tables';
import { anyValue, isoDay, table, type Domain, type Draft, type DraftHypothesis, type Variant } from './domain';

const MACHINES = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8'];
const LOTS = ['L1', 'L2', 'L3', 'L4', 'L5'];
const DECOYS: Readonly<Record<string, readonly string[]>> = {
  shift: ['early', 'late', 'night'],
  product: ['valve', 'pump'],
};
const UNITS = 10_000;
const BASE = 0.04;
const TOGETHER = 0.45;

/**
 * What causes defects: one machine with one supplier's lot. Alone both look mild. Decoys: shifts, units inspected twice, and a
 * product that the machine makes more of.
 */
export const manufacturing: Domain = {
  name: 'manufacturing',
  variants: [
    'clean',
    'clean',
    'clean',
    'clean',
    'decoys',
    'decoys',
    'decoys',
    'outcome permuted',
    'too few',
    'equivalent causes',
  ],
  draw,
};

function draw(random: Random, variant: Variant): Draft {
  const machine = pick(random, MACHINES);
  const lot = pick(random, LOTS);
  const count = variant === 'too few' ? 60 : UNITS;
  const units = Array.from({ length: count }, () => {
    const own = pick(random, MACHINES);
    // Where the lot goes to this machine alone, neither can be blamed.
    const from =
      variant === 'equivalent causes'
        ? own === machine
          ? lot
          : pick(
              random,
              LOTS.filter((each) => each !== lot),
            )
        : pick(random, LOTS);
    const isBoth = own === machine && from === lot;
    const product = random() < (variant === 'decoys' && own === machine ? 0.8 : 0.5) ? 'valve' : 'pump';
    return {
      machine: own,
      lot: from,
      shift: pick(random, ['early', 'late', 'night']),
      product,
      defective: Number(random() < (isBoth ? TOGETHER : BASE)),
      on: 19_300 + between(random, 0, 90),
    };
  });
  if (variant === 'outcome permuted') {
    const outcomes = shuffled(
      random,
      units.map(({ defective }) => defective),
    );
    for (const [index, unit] of units.entries()) unit.defective = outcomes[index] ?? 0;
  }
  const inspected = variant === 'decoys' ? [...units, ...units.filter(() => random() < 0.01)] : units;
  return {
    question: 'What causes defective parts?',
    tables: [
      table(
        'parts',
        {
          part_id: 'INTEGER',
          machine: 'TEXT',
          lot: 'TEXT',
          shift: 'TEXT',
          product: 'TEXT',
          inspected_on: 'TEXT',
          defective: 'INTEGER',
        },
        inspected.map((unit, index): Cell[] => [
          index + 1,
          unit.machine,
          unit.lot,
          unit.shift,
          unit.product,
          isoDay(unit.on),
          unit.defective,
        ]),
      ),
    ],
    hypotheses: hypothesesOf(variant, machine, lot),
  };
}

function hypothesesOf(variant: Variant, machine: string, lot: string): readonly DraftHypothesis[] {
  const outcome = 'parts.defective';
  const [byMachine, byLot] = [
    { column: 'parts.machine', value: machine },
    { column: 'parts.lot', value: lot },
  ];
  const counts = 'COUNT(*) AS n, SUM(defective) AS defects FROM parts';
  const alone = (
    side: typeof byMachine,
    verdict: DraftHypothesis['verdict'],
    role: DraftHypothesis['role'],
  ): DraftHypothesis => {
    const column = side.column.slice('parts.'.length);
    return {
      key: `${side.value} raises defects`,
      effects: [{ exposure: side, outcome, direction: 'raises' }],
      verdict,
      role,
      names: role === 'background' ? [] : [side.value],
      sql: `SELECT ${column}, ${counts} GROUP BY ${column}`,
      alts: [`SELECT ${column} = '${side.value}', ${counts} GROUP BY ${column} = '${side.value}'`],
    };
  };
  if (variant !== 'clean' && variant !== 'decoys')
    return [alone(byMachine, 'inconclusive', 'suspect'), alone(byLot, 'inconclusive', 'suspect')];
  /** The margins are true of it too, and mild: the machine raises, so the others lower. */
  const margins = (): DraftHypothesis[] =>
    [
      { column: 'parts.machine', values: MACHINES },
      { column: 'parts.lot', values: LOTS },
    ].map(({ column, values }) => ({
      key: `${column} matters`,
      effects: anyValue(column, values, outcome),
      verdict: 'supported',
      role: 'background',
      names: [],
      sql: '',
    }));
  const decoys = (): DraftHypothesis[] =>
    Object.entries(DECOYS).map(([column, values]) => ({
      key: `${column} matters`,
      effects: anyValue(`parts.${column}`, values, outcome),
      verdict: 'contradicted',
      role: 'decoy',
      names: [column],
      sql: `SELECT ${column}, ${counts} GROUP BY ${column}`,
    }));
  const both: DraftHypothesis = {
    key: `${machine} with ${lot} raises defects`,
    effects: [
      { exposure: byMachine, outcome, subgroup: byLot, direction: 'raises' },
      { exposure: byLot, outcome, subgroup: byMachine, direction: 'raises' },
    ],
    verdict: 'supported',
    role: 'culprit',
    names: [`${machine} with ${lot}`, lot, machine],
    sql: `SELECT machine, lot, ${counts} GROUP BY machine, lot`,
    alts: [
      `SELECT machine = '${machine}', ${counts} WHERE lot = '${lot}' GROUP BY machine = '${machine}'`,
      `SELECT lot = '${lot}', ${counts} WHERE machine = '${machine}' GROUP BY lot = '${lot}'`,
      `SELECT machine, ${counts} WHERE lot = '${lot}' GROUP BY machine`,
      `SELECT lot, ${counts} WHERE machine = '${machine}' GROUP BY lot`,
    ],
  };
  return [both, ...decoys(), ...margins()];
}
