import { DEFAULT_LIMITS, type Schema } from '../../src/database/port';
import { sqlName } from '../../src/database/name';
import { NO_COST, type Submission } from '../score/submission';
import type { Arm } from './arm';

/** B0: accuses whoever most rows refer to, in the table that most other tables refer to. No text is read. */
export const ruleBaseline: Arm = {
  name: 'rule',
  what: 'accuses the most-linked row',
  async investigate({ database }, signal) {
    const begin = performance.now();
    const target = mostReferenced(await database.schema(signal));
    if (target === undefined) return submission(undefined, begin);
    const [table, key] = [sqlName(target.table), sqlName(target.key)];
    const rows = target.references.map(
      (each) =>
        `SELECT ${sqlName(each.column)} AS key FROM ${sqlName(each.table)} WHERE ${sqlName(each.column)} IN (SELECT ${key} FROM ${table})`,
    );
    const sql = `SELECT key, COUNT(*) AS links FROM (${rows.join(' UNION ALL ')}) GROUP BY key ORDER BY links DESC, key LIMIT 1`;
    const result = await database.query(sql, DEFAULT_LIMITS, signal);
    const [row] = result.rows;
    const found = row?.[0];
    if (typeof found !== 'number' && typeof found !== 'string') return submission(undefined, begin);
    return submission(
      { table: target.table, key: found, sql, digest: result.digest, links: Number(row?.[1]), ms: result.milliseconds },
      begin,
    );
  },
};

type Target = {
  readonly table: string;
  readonly key: string;
  readonly references: readonly { readonly table: string; readonly column: string }[];
};

function mostReferenced({ tables }: Schema): Target | undefined {
  const references = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.flatMap(({ columns: [column], table, references: [key] }) =>
      column === undefined
        ? []
        : [{ from: name, column, table, key: key ?? tables.find((each) => each.name === table)?.primaryKey[0] ?? '' }],
    ),
  );
  const targets = [...new Set(references.map(({ table }) => table))].map((table): Target => {
    const own = references.filter((each) => each.table === table);
    return { table, key: own[0]?.key ?? '', references: own.map(({ from, column }) => ({ table: from, column })) };
  });
  return targets.sort((a, b) => b.references.length - a.references.length)[0];
}

type Found = {
  readonly table: string;
  readonly key: string | number;
  readonly sql: string;
  readonly digest: string;
  readonly links: number;
  readonly ms: number;
};

function submission(found: Found | undefined, begin: number): Submission {
  const cost = {
    ...NO_COST,
    seconds: (performance.now() - begin) / 1000,
    queries: found ? 1 : 0,
    databaseMs: found?.ms ?? 0,
    peakRows: found ? 1 : 0,
  };
  if (found === undefined)
    return { hypotheses: [], evidence: [], report: '', limitations: [], given: '', refinements: [], cost };
  const { table, key, sql, digest, links } = found;
  return {
    hypotheses: [
      {
        id: 'H1',
        statement: `${table} ${key} did it`,
        claim: { kind: 'entity', table, key, label: String(key), role: 'culprit' },
        verdict: 'supported',
        confidence: 0.5,
        links: [{ evidence: 'E1', polarity: '+' }],
      },
    ],
    evidence: [{ id: 'E1', fact: `${links} rows refer to ${key}`, sql, digest, computed: [] }],
    report: `${key} is referred to by ${links} rows [E1].`,
    limitations: [],
    given: '',
    refinements: [],
    cost,
  };
}
