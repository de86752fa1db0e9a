import { tokenize } from '../../database/tokens';

/** The statement as a person reads it best; as it is where formatting fails or would change what it says. */
export async function formattedSql(sql: string): Promise<string> {
  const { formatDialect, sqlite } = await import('sql-formatter');
  try {
    const formatted = formatDialect(sql, { dialect: sqlite, expressionWidth: 80 });
    return saysTheSame(sql, formatted) ? formatted : sql;
  } catch {
    return sql;
  }
}

/** Whether two texts are the same statement but for white space, comments and a semicolon at the end. */
export function saysTheSame(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

function spelling(sql: string): string {
  const tokens = tokenize(sql).map(({ text }) => text);
  while (tokens.at(-1) === ';') tokens.pop();
  return tokens.join('\n');
}
