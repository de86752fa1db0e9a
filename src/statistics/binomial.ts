/**
 * The chance of at least so many events among n when each has the same chance: P(X ≥ events), summed term by term, each from the one
 * before, in logarithms.
 * @param chance of one event, 0–1
 */
export function binomialUpperTail(events: number, n: number, chance: number): number {
  if (events <= 0) return 1;
  if (events > n || chance <= 0) return 0;
  if (chance >= 1) return 1;
  let term = n * Math.log1p(-chance);
  let tail = 0;
  for (let k = 1; k <= n; k++) {
    term += Math.log((n - k + 1) / k) + Math.log(chance) - Math.log1p(-chance);
    if (k >= events) tail += Math.exp(term);
  }
  return Math.min(1, tail);
}
