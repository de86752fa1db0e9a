import { distance } from 'fastest-levenshtein';

/** The names that a misspelt one may have meant, nearest first. */
export function nearNames(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = name.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, away: awayFrom(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= Math.max(2, Math.min(candidate.length, wanted.length) / 3))
    .sort((left, right) => left.away - right.away)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** `: did you mean a, b?`, or the names there are, or nothing. */
export function suggestion(name: string, candidates: readonly string[], mostListed = 30): string {
  const near = nearNames(name, candidates);
  if (near.length > 0) return `; did you mean ${near.join(' or ')}?`;
  if (candidates.length > 0 && candidates.length <= mostListed) return `; there are: ${candidates.join(', ')}`;
  return '';
}

/** Edits; a name that holds the other one whole is near whatever its length. */
function awayFrom(wanted: string, candidate: string): number {
  const [short, long] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (short.length >= 3 && long.includes(short)) return 1;
  return distance(wanted, candidate);
}
