import { nameOf, type Token } from '../tokens';

/**
 * The statement with its double-quoted names in backticks. SQLite takes a double-quoted name that is no column for text,
 * silently; a name in backticks stays a name, so this form fails where the other one would count the wrong thing.
 * @returns undefined when there is no double-quoted name
 */
export function withStrictNames(sql: string, tokens: readonly Token[]): string | undefined {
  const quoted = tokens.filter((token) => token.kind === 'quoted' && token.text.startsWith('"'));
  if (quoted.length === 0) return undefined;
  let strict = '';
  let end = 0;
  for (const token of quoted) {
    strict += `${sql.slice(end, token.start)}\`${nameOf(token).replaceAll('`', '``')}\``;
    end = token.start + token.text.length;
  }
  return strict + sql.slice(end);
}
