import type { Condition, Constant, Range } from '../../board/claim';
import { quoteValue } from '../../database/quote';

/** A condition on an SQL expression. */
export function conditionSql(expression: string, is: Condition['is']): string {
  if (Array.isArray(is)) {
    if (is.includes(null))
      return `(${expression} IS NULL OR ${conditionSql(
        expression,
        is.filter((each) => each !== null),
      )})`;
    return `${expression} IN (${is.map(quoteValue).join(', ')})`;
  }
  if (is === null) return `${expression} IS NULL`;
  if (typeof is !== 'object') return `${expression} = ${quoteValue(is)}`;
  if (is.known) return `${expression} IS NOT NULL`;
  if (is.like !== undefined) return `${expression} LIKE ${quoteValue(is.like)}`;
  const bounds = boundsOf(is).map(({ operator, bound }) => `${expression} ${operator} ${quoteValue(bound)}`);
  return bounds.length === 1 ? (bounds[0] ?? '') : `(${bounds.join(' AND ')})`;
}

/** A condition in words: `plan = basic`, `weight ≥ 20`, `region is north or east`. */
export function describeCondition({ column, is, named }: Condition): string {
  if (named !== undefined) return named;
  if (Array.isArray(is)) return `${column.column} is ${is.map(describeConstant).join(' or ')}`;
  if (is === null || typeof is !== 'object') return `${column.column} = ${describeConstant(is)}`;
  if (is.known) return `${column.column} is known`;
  if (is.like !== undefined) return `${column.column} like ${is.like}`;
  const signs = { '>=': '≥', '>': '>', '<=': '≤', '<': '<' } as const;
  return boundsOf(is)
    .map(({ operator, bound }) => `${column.column} ${signs[operator]} ${describeConstant(bound)}`)
    .join(' and ');
}

export function describeConstant(constant: Constant): string {
  return constant === null ? 'NULL' : constant === '' ? "''" : String(constant);
}

function boundsOf(range: Range): { operator: '>=' | '>' | '<=' | '<'; bound: Constant }[] {
  const { atLeast, above, atMost, below } = range;
  const bounds = [
    { operator: '>=', bound: atLeast },
    { operator: '>', bound: above },
    { operator: '<=', bound: atMost },
    { operator: '<', bound: below },
  ] as const;
  return bounds.flatMap(({ operator, bound }) => (bound === undefined ? [] : [{ operator, bound }]));
}
