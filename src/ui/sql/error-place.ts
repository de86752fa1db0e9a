import { nameOf, tokenize } from '../../database/tokens';

/** Where in a statement the engine's complaint points: the one token it can mean. undefined where several could be meant. */
export function errorPlace(sql: string, message: string): { readonly start: number; readonly end: number } | undefined {
  const tokens = tokenize(sql);
  const near = /near "([^]*)": syntax error/.exec(message)?.[1];
  const unknown =
    /(?:no such (?:column|table|function|collation sequence)|ambiguous column name|unknown column): (.+?)(?: - |$| \()/m.exec(
      message,
    )?.[1];
  if (near === undefined && unknown === undefined) return undefined;
  // A name may be qualified (`t.price`): its last part is the one that is missing.
  const name = unknown === undefined ? undefined : lastPart(unknown);
  const meant = tokens.filter((token) =>
    name === undefined ? token.text === near : nameOf(token).toLowerCase() === name.toLowerCase(),
  );
  const [token] = meant;
  // Every use of an unknown name is wrong; which of several equal words the parser stumbled over is not told.
  if (token === undefined || (name === undefined && meant.length > 1)) return undefined;
  return { start: token.start, end: token.start + token.text.length };
}

function lastPart(name: string): string {
  const tokens = tokenize(name);
  const last = tokens.at(-1);
  return last ? nameOf(last) : name;
}
