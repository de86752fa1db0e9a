import { nameOf, wordOf, type Token } from '../tokens';

const ARITHMETIC = new Set(['SUM', 'AVG', 'TOTAL']);

/**
 * The columns that a statement sums or averages directly: `sum(price)`, `avg(DISTINCT o.price)`. A name that the statement gives
 * to something itself (`CAST(price AS REAL) AS price`) may be anything, so it is left out.
 */
export function summedColumns(tokens: readonly Token[]): { readonly call: string; readonly column: string }[] {
  const found: { call: string; column: string }[] = [];
  tokens.forEach((token, index) => {
    if (!ARITHMETIC.has(wordOf(token)) || tokens[index + 1]?.text !== '(') return;
    const close = tokens.findIndex((other, at) => at > index + 1 && other.text === ')' && other.depth === token.depth);
    const inside = tokens.slice(index + 2, close).filter((other) => wordOf(other) !== 'DISTINCT');
    const last = inside.at(-1);
    const isRenamed = tokens.some((other, at) => wordOf(tokens[at - 1]) === 'AS' && last && sameName(other, last));
    const isName = inside.every((other, at) => (at % 2 === 1 ? other.text === '.' : isNamePart(other)));
    if (last && isName && inside.length % 2 === 1 && !isRenamed) {
      found.push({ call: `${token.text}(${inside.map((other) => other.text).join('')})`, column: nameOf(last) });
    }
  });
  return found;
}

function sameName(left: Token, right: Token): boolean {
  return isNamePart(left) && nameOf(left).toLowerCase() === nameOf(right).toLowerCase();
}

function isNamePart(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'quoted';
}

/** Whether a declared type gives a column text affinity (https://sqlite.org/datatype3.html, section 3.1). */
export function holdsText(declaredType: string): boolean {
  return !/INT/i.test(declaredType) && /CHAR|CLOB|TEXT/i.test(declaredType);
}
