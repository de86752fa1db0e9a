import type { Condition } from '../../../board/claim';
import type { RecordTest } from '../../../board/clue';
import { describeCondition } from '../../analysis/condition';

/** A test in words: the table, and what its rows say. */
export function describeTest({ table, where, has, times, absent }: RecordTest): string {
  const conditions = [...has, ...where].map(describeBriefly);
  const what = conditions.length > 0 ? `${table} with ${conditions.join(' and ')}` : table;
  if (absent) return `no ${what}`;
  return times === undefined ? what : `${times} × ${what}`;
}

/** Instants by their day: at what time is in the statement. */
function describeBriefly(condition: Condition): string {
  const { column, is } = condition;
  if (is === null || typeof is !== 'object' || Array.isArray(is)) return describeCondition(condition);
  const { atLeast, atMost } = is;
  const day = /^(\d{4}[-/]\d{2}[-/]\d{2})[ T]/;
  const [from, to] = [day.exec(String(atLeast))?.[1], day.exec(String(atMost))?.[1]];
  if (from === undefined && to === undefined) return describeCondition(condition);
  if (from === to) return `${column.column} on ${from}`;
  return describeCondition({ ...condition, is: { ...(from && { atLeast: from }), ...(to && { atMost: to }) } });
}
