import type { Query } from './board';

/** How much of each query's result a file keeps. */
export type PrintOptions = {
  /** `sample`: the first 50 rows of each query. */
  readonly results: 'full' | 'sample' | 'none';
  /** Names of columns, in any case, whose cells are not written. */
  readonly redact?: readonly string[];
};

const SAMPLE_ROWS = 50;

/** What stands in a cell that is not written. */
export const REDACTED = '[redacted]';

/** The query as a file keeps it. The digest covers the whole result, so it can be verified all the same. */
export function withKeptRows(query: Query, { results, redact = [] }: PrintOptions): Query {
  const most = { full: Infinity, sample: SAMPLE_ROWS, none: 0 }[results];
  const left = Math.max(0, query.rows.length - most);
  const hidden = new Set(redact.map((name) => name.toLowerCase()));
  const hides = query.columns.map((name) => hidden.has(name.toLowerCase()));
  if (left === 0 && !hides.includes(true)) return query;
  const rows = left === 0 ? query.rows : query.rows.slice(0, most);
  return {
    ...query,
    rows: hides.includes(true) ? rows.map((row) => row.map((cell, c) => (hides[c] ? REDACTED : cell))) : rows,
    ...(left > 0 && {
      cut: { ...query.cut, rows: (query.cut?.rows ?? 0) + left, characters: query.cut?.characters ?? 0 },
    }),
  };
}
