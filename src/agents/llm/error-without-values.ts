import { QueryError } from '../../database/port';

/** What an engine says before it reads any row. The group is what it quotes, which has to be from the statement. */
const OF_THE_STATEMENT: readonly RegExp[] = [
  /^no such (?:table|column|function|window|collation sequence|module): (.+?)(?: - should this be .*)?$/,
  /^near "(.*)": syntax error$/s,
  /^unrecognized token: "(.*)"$/s,
  /^ambiguous column name: (.+)$/,
  /^wrong number of arguments to function (.+)\(\)$/,
  /^misuse of (?:aggregate|window|aliased aggregate|aliased window)(?: function)?:? (.+?)(?:\(\))?$/,
  /^(?:row value misused|incomplete input)$/,
  /^(?:sub-select returns|all VALUES must have|SELECTs to the left and right of|a GROUP BY clause is required|aggregate functions are not allowed)/,
  /^\d+\w\w (?:GROUP|ORDER) BY term /,
];

/**
 * An error of a query with no value that the query met: an engine's message may quote one (`bad JSON path: 'Smith'`), and whoever
 * writes the statement can make it do so. Shown is what is known to speak of the statement alone.
 */
export function errorWithoutValues(error: QueryError, sql: string): QueryError {
  if (error.kind === 'refused' || error.kind === 'timeout' || error.kind === 'changed') return error;
  const isOfStatement = OF_THE_STATEMENT.some((pattern) => {
    const found = pattern.exec(error.message);
    return found !== null && (found[1] === undefined || sql.toLowerCase().includes(found[1].toLowerCase()));
  });
  if (isOfStatement) return error;
  return new QueryError(
    error.kind,
    'the statement failed while it ran; the message is withheld: it may quote the data',
    sql,
  );
}
