import type { Schema, Table } from '../../database/port';
import { stemsOf } from '../analysis/words';
import { onOneLine } from '../tools/data-block';
import { tableText } from '../tools/table-text';

/** Characters of the tables that are described, and of the names of the others. */
export type DigestLimits = { readonly described: number; readonly named: number };

const DIGEST_LIMITS: DigestLimits = { described: 12_000, named: 3_000 };

/** The schema as a model reads it: the tables nearest to the question described, the rest by name, the end of it counted. */
export function schemaDigest(schema: Schema, question: string, limits: DigestLimits = DIGEST_LIMITS): string {
  if (schema.tables.length === 0) return '(no tables)';
  const described: string[] = [];
  const others: string[] = [];
  let left = limits.described;
  for (const table of rankTables(schema, question)) {
    const text = tableText(table);
    left -= text.length;
    if (left >= 0 || described.length === 0) described.push(text);
    else others.push(onOneLine(table.name));
  }
  return [...described, ...named(others, limits.named)].join('\n');
}

function named(names: readonly string[], characters: number): string[] {
  if (names.length === 0) return [];
  const shown: string[] = [];
  let left = characters;
  for (const name of names) {
    left -= name.length + 2;
    if (left < 0) break;
    shown.push(name);
  }
  const rest = names.length - shown.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [`[cut: ${names.length} more tables, by name only; describe_table tells more]`, `${shown.join(', ')}${more}`];
}

/**
 * Tables in the order of their relevance to a question: words of the question in the table's name count most, then in its columns,
 * then in tables that a key connects to it; among equals the order of the schema.
 */
export function rankTables(schema: Schema, question: string): readonly Table[] {
  const asked = new Set(stemsOf(question).filter((stem) => stem.length > 2));
  const own = new Map(schema.tables.map((table) => [table.name.toLowerCase(), relevance(table, asked)]));
  const score = new Map(own);
  for (const table of schema.tables) {
    const from = table.name.toLowerCase();
    for (const key of table.foreignKeys) {
      const to = key.table.toLowerCase();
      score.set(from, (score.get(from) ?? 0) + 0.3 * (own.get(to) ?? 0));
      score.set(to, (score.get(to) ?? 0) + 0.3 * (own.get(from) ?? 0));
    }
  }
  const of = (table: Table): number => score.get(table.name.toLowerCase()) ?? 0;
  return [...schema.tables].sort((left, right) => of(right) - of(left));
}

function relevance(table: Table, asked: ReadonlySet<string>): number {
  const hits = (text: string): number => stemsOf(text).filter((stem) => asked.has(stem)).length;
  return 3 * hits(table.name) + table.columns.reduce((sum, column) => sum + Math.min(1, hits(column.name)), 0);
}
