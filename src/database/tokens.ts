/** A piece of SQL text as SQLite's own tokenizer cuts it; white space and comments are left out. */
export type Token = {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'variable' | 'symbol';
  readonly text: string;
  readonly start: number;
  /** How many parentheses are open around it. */
  readonly depth: number;
};

const PIECES = new RegExp(
  [
    String.raw`(?<space>[ \t\n\f\r\ufeff]+|--[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    String.raw`(?<text>[xX]?'[^']*(?:''[^']*)*'?)`,
    '(?<quoted>"[^"]*(?:""[^"]*)*"?|`[^`]*(?:``[^`]*)*`?|\\[[^\\]]*\\]?)',
    String.raw`(?<number>\d[\w.]*|\.\d\w*)`,
    String.raw`(?<variable>\?\d*|[:@#$][\w$\u0080-\uffff]+)`,
    String.raw`(?<word>[\w\u0080-\uffff][\w$\u0080-\uffff]*)`,
    String.raw`(?<symbol>[\s\S])`,
  ].join('|'),
  'gy',
);

export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const match of sql.matchAll(PIECES)) {
    const kind = kindOf(match.groups ?? {});
    if (kind === undefined) continue;
    const [text] = match;
    if (text === ')') depth--;
    tokens.push({ kind, text, start: match.index, depth });
    if (text === '(') depth++;
  }
  return tokens;
}

/** The upper-case word that a token is; '' when it is something else. */
export function wordOf(token: Token | undefined): string {
  return token?.kind === 'word' ? token.text.toUpperCase() : '';
}

/** The name that a word or a quoted token stands for. */
export function nameOf(token: Token): string {
  if (token.kind !== 'quoted') return token.text;
  const quote = token.text.charAt(0);
  const inside = token.text.slice(1, -1);
  return quote === '[' ? inside : inside.replaceAll(quote + quote, quote);
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token['kind'] | undefined {
  if (groups.word !== undefined) return 'word';
  if (groups.symbol !== undefined) return 'symbol';
  if (groups.quoted !== undefined) return 'quoted';
  if (groups.text !== undefined) return 'text';
  if (groups.number !== undefined) return 'number';
  return groups.variable === undefined ? undefined : 'variable';
}
