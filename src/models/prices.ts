/** US dollars per million tokens. */
export type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
};

/** `long`: the price of the whole request once its prompt, cached parts included, is longer than `above` tokens. */
export type ModelPrice = Price & { readonly long?: Price & { readonly above: number } };

/** Prices by model id. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** What one request is billed for, in tokens; the five kinds do not overlap. */
export type BilledTokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
};

/** All tokens that a request sent: fresh, written to the cache and read from it. */
export function promptTokens(tokens: BilledTokens): number {
  return tokens.input + tokens.cacheWrite5m + tokens.cacheWrite1h + tokens.cacheRead;
}

/** The price of one request in US dollars; undefined for a model that the table does not know. */
export function cost(tokens: BilledTokens, model: string, prices: PriceTable): number | undefined {
  const listed = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (listed === undefined) return undefined;
  const price = listed.long !== undefined && promptTokens(tokens) > listed.long.above ? listed.long : listed;
  const micro =
    tokens.input * price.input +
    tokens.output * price.output +
    tokens.cacheWrite5m * price.cacheWrite5m +
    tokens.cacheWrite1h * price.cacheWrite1h +
    tokens.cacheRead * price.cacheRead;
  return micro / 1_000_000;
}
