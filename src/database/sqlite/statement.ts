import { QueryError } from '../port';
import { isReadingPragma, isRefusedFunction } from './policy';
import { nameOf, tokenize, wordOf, type Token } from '../tokens';

/** What the text of one reading statement tells before SQLite sees it. */
export type StatementText = {
  readonly sql: string;
  readonly tokens: readonly Token[];
  /** Whether the order of its rows is asked for: an ORDER BY outside all parentheses. */
  readonly ordered: boolean;
};

const ALLOWED = 'only one SELECT, VALUES, WITH, EXPLAIN or reading PRAGMA may run';

/**
 * The first guard, by text; the authorizer is the second. It refuses what never reads, and what SQLite would silently
 * drop: text after a NUL, and parameters, which would all be NULL.
 * @throws QueryError `refused`
 */
export function readStatementText(sql: string): StatementText {
  const refuse = (reason: string): never => {
    throw new QueryError('refused', `refused: ${reason}`, sql);
  };
  if (sql.includes('\0')) refuse('the statement holds a NUL character');
  const tokens = tokenize(sql);
  if (tokens.every((token) => token.text === ';')) refuse('there is no statement');
  const verb = mainVerb(tokens);
  if (verb === 'PRAGMA') {
    const pragma = readPragma(tokens);
    if (!isReadingPragma(pragma.name, pragma.hasOperand)) refuse(`PRAGMA ${pragma.name} does not only read`);
  } else if (verb !== 'SELECT' && verb !== 'VALUES') {
    refuse(`${ALLOWED}: ${verb || tokens[0]?.text || ''}`);
  }
  const called = tokens.find((token, index) => tokens[index + 1]?.text === '(' && isRefusedFunction(nameOf(token)));
  if (called !== undefined) refuse(`${called.text}() does not only read`);
  const variable = tokens.find((token) => token.kind === 'variable');
  if (variable !== undefined) refuse(`the parameter ${variable.text} has no value; write the value itself`);
  const ordered = tokens.some(
    (token, index) => token.depth === 0 && wordOf(token) === 'ORDER' && wordOf(tokens[index + 1]) === 'BY',
  );
  return { sql, tokens, ordered };
}

/** The verb that decides what a statement does: behind EXPLAIN, and behind the tables of WITH. */
function mainVerb(tokens: readonly Token[]): string {
  let words = tokens.map(wordOf);
  if (words[0] === 'EXPLAIN') words = words.slice(words[1] === 'QUERY' ? 3 : 1);
  if (words[0] !== 'WITH') return words[0] ?? '';
  const offset = tokens.length - words.length;
  const verbs = ['SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE'];
  return words.find((word, index) => tokens[offset + index]?.depth === 0 && verbs.includes(word)) ?? 'WITH';
}

function readPragma(tokens: readonly Token[]): { name: string; hasOperand: boolean } {
  const start = tokens.findIndex((token) => wordOf(token) === 'PRAGMA') + 1;
  const at = tokens[start + 1]?.text === '.' ? start + 2 : start;
  const name = tokens[at];
  return { name: name ? nameOf(name) : '', hasOperand: ['=', '('].includes(tokens[at + 1]?.text ?? '') };
}
