import { tokenize, wordOf, type Token } from './tokens';

/** One statement of an SQL text: from its first token to the end of its last, without the semicolon. */
export type SqlStatement = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the next one may begin: behind its semicolon. */
  readonly next: number;
};

/**
 * The statements of an SQL text in order; empty ones are left out. Semicolons in strings, names, comments, and in the body of a
 * trigger end nothing.
 */
export function splitStatements(sql: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  let open: Token[] = [];
  const close = (next: number): void => {
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) {
      const end = last.start + last.text.length;
      statements.push({ text: sql.slice(first.start, end), start: first.start, end, next });
    }
    open = [];
  };
  for (const token of tokenize(sql)) {
    if (token.text === ';' && !isInTrigger(open)) close(token.start + 1);
    else open.push(token);
  }
  close(sql.length);
  return statements;
}

/**
 * The statement that a place in the text belongs to: the one around it or on its line before it, else the one that follows, else the
 * last one.
 */
export function statementAt(sql: string, offset: number): SqlStatement | undefined {
  const statements = splitStatements(sql);
  const around = statements.find(({ start, next }) => start <= offset && offset < next);
  if (around) return around;
  const before = statements.findLast(({ next }) => next <= offset);
  if (before && !sql.slice(before.end, offset).includes('\n')) return before;
  return statements.find(({ start }) => start > offset) ?? before;
}

/** Whether a semicolon after these tokens belongs to a trigger: its body ends with `END` alone (as in sqlite3_complete). */
function isInTrigger(tokens: readonly Token[]): boolean {
  const words = tokens.slice(0, 6).map(wordOf);
  const at = words[0] === 'EXPLAIN' ? words.indexOf('CREATE') : 0;
  const isTrigger = words[at] === 'CREATE' && words[/^TEMP/.test(words[at + 1] ?? '') ? at + 2 : at + 1] === 'TRIGGER';
  return isTrigger && !(wordOf(tokens.at(-1)) === 'END' && tokens.at(-2)?.text === ';');
}
