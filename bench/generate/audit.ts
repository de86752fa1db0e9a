import type { Database } from '../../src/database/port';
import { DEFAULT_LIMITS } from '../../src/database/port';
import { sqlName } from '../../src/database/name';
import type { Truth } from '../score/truth';

/** What could give a culprit away without any investigation. */
export const TELLS = ['row order', 'id parity', 'name length', 'rows per person'] as const;
export type Tell = (typeof TELLS)[number];

/** Of each suspect, whether they did it, and what each tell says. */
export type Suspicion = { readonly guilty: boolean } & Readonly<Record<Tell, number>>;

/** The suspects of a case with what a lazy reader would look at. */
export async function suspicions(truth: Truth, database: Database, signal: AbortSignal): Promise<readonly Suspicion[]> {
  if (truth.names.kind !== 'table' || truth.murderers.length === 0) return [];
  const { table, key, labels } = truth.names;
  const schema = await database.schema(signal);
  const references = schema.tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.flatMap(({ table: target, columns: [column] }) =>
      target === table && column ? [{ name, column }] : [],
    ),
  );
  const found: Suspicion[] = [];
  for (const [order, { key: suspect }] of truth.hypotheses.entries()) {
    const id = Number(suspect.slice(suspect.lastIndexOf(':') + 1));
    const counts = references.map(
      ({ name, column }) => `(SELECT COUNT(*) FROM ${sqlName(name)} WHERE ${sqlName(column)} = ${id})`,
    );
    const sql = `SELECT LENGTH(${sqlName(labels[0] ?? key)}), ${counts.join(' + ')} FROM ${sqlName(table)} WHERE ${sqlName(key)} = ${id}`;
    const { rows } = await database.query(sql, DEFAULT_LIMITS, signal);
    found.push({
      guilty: truth.murderers.includes(suspect),
      'row order': order,
      'id parity': id % 2,
      'name length': Number(rows[0]?.[0]),
      'rows per person': Number(rows[0]?.[1]),
    });
  }
  return found;
}

/**
 * How well a tell separates the guilty from the others within cases: the area under the ROC curve, whichever way round, with its
 * standard error under no separation (Mann & Whitney 1947).
 */
export function separation(
  cases: readonly (readonly Suspicion[])[],
  tell: Tell,
): { readonly area: number; readonly error: number } {
  let [wins, pairs, variance] = [0, 0, 0];
  for (const suspects of cases) {
    const guilty = suspects.filter((each) => each.guilty);
    const innocent = suspects.filter((each) => !each.guilty);
    for (const one of guilty) {
      for (const other of innocent) wins += one[tell] > other[tell] ? 1 : one[tell] === other[tell] ? 0.5 : 0;
    }
    pairs += guilty.length * innocent.length;
    variance += (guilty.length * innocent.length * (suspects.length + 1)) / 12;
  }
  const area = pairs === 0 ? 0.5 : wins / pairs;
  return { area: Math.max(area, 1 - area), error: pairs === 0 ? 0 : Math.sqrt(variance) / pairs };
}
