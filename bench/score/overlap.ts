/** A result as it is compared: each row a set of normal cells. */
export type CellRows = readonly ReadonlySet<string>[];

/**
 * How much of a gold result a produced one holds, 0–1: the harmonic mean of recall (gold rows whose cells are all in some
 * produced row) and precision (distinct produced rows that hold some gold row).
 */
export function resultOverlap(produced: CellRows, gold: CellRows): number {
  if (gold.length === 0 || produced.length === 0) return 0;
  const wanted = distinct(gold);
  const given = distinct(produced);
  const recall = wanted.filter((row) => given.some((each) => holds(each, row))).length / wanted.length;
  const precision = given.filter((row) => wanted.some((each) => holds(row, each))).length / given.length;
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
}

/** Shared over all; two empty sets are equal. */
export function jaccard<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): number {
  if (left.size === 0 && right.size === 0) return 1;
  const shared = [...left].filter((item) => right.has(item)).length;
  return shared / (left.size + right.size - shared);
}

/** Numbers that differ by rounding alone: relative tolerance 1e-6. */
const TOLERANCE = 1e-6;

function holds(row: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const cell of wanted) if (!row.has(cell) && !holdsNumber(row, cell)) return false;
  return true;
}

function holdsNumber(row: ReadonlySet<string>, cell: string): boolean {
  const value = Number(cell);
  if (!cell.includes('.') || !Number.isFinite(value)) return false;
  return [...row].some((each) => each !== '' && Math.abs(Number(each) - value) <= TOLERANCE * Math.abs(value));
}

function distinct(rows: CellRows): CellRows {
  return [...new Map(rows.map((row) => [[...row].sort().join('\u0000'), row])).values()];
}
