import type { Board, Hypothesis } from '../../board/board';
import { primaryOf } from '../../board/views/measured';

/** False discoveries that are accepted among the tests of a question. */
export const FALSE_DISCOVERY_RATE = 0.05;

/**
 * The p-value of a hypothesis' primary test, corrected by Benjamini–Hochberg (1995) over its family. Planned effects are one
 * family, modifications another, the premise of a change a third; confounding is no discovery. Refined ones were chosen by looking at the data: their family counts everything that was looked at, chosen or not.
 */
export function adjustedP(board: Board, hypothesis: Hypothesis): number {
  const isRefined = hypothesis.refines !== undefined;
  const kin = kinship(hypothesis);
  const hypotheses = board.hypotheses.filter(
    ({ refines, claim }) =>
      (refines !== undefined) === isRefined && claim?.kind !== 'confounding' && kinship({ claim }) === kin,
  );
  const family = hypotheses.flatMap((each) => {
    const p = primaryOf(board, each)?.statistics.p;
    return p === undefined ? [] : [{ id: each.id, p: Math.min(1, p * looksOf(each)) }];
  });
  const own = family.find(({ id }) => id === hypothesis.id);
  if (!own) return 1;
  const parents = new Set(hypotheses.flatMap(({ refines }) => refines ?? []));
  const looks = [...parents].reduce((sum, parent) => sum + subgroupsLookedAt(board, parent), 0);
  const tests = Math.max(family.length, looks);
  // Tests that were looked at but not chosen have larger p-values: they take the last ranks.
  const ranked = family.map(({ p }) => p).sort((a, b) => a - b);
  let adjusted = 1;
  for (let rank = ranked.length; rank >= 1; rank--) {
    const p = ranked[rank - 1] ?? 1;
    if (p < own.p) break;
    adjusted = Math.min(adjusted, (p * tests) / rank);
  }
  return adjusted;
}

/** Claims that are tested together: effects and parts of a change; modifications; a change itself, which the others presuppose. */
function kinship({ claim }: Pick<Hypothesis, 'claim'>): 'effects' | 'modifications' | 'premises' {
  if (claim?.kind === 'modification') return 'modifications';
  return claim?.kind === 'change' && claim.explainedBy === undefined ? 'premises' : 'effects';
}

/** A level that was taken for being the most striking of its column has that many looks behind it (Bonferroni). */
function looksOf({ claim }: Hypothesis): number {
  return claim?.kind === 'effect' || claim?.kind === 'change' ? (claim.chosenAmong ?? 1) : 1;
}

function subgroupsLookedAt(board: Board, hypothesis: string): number {
  const own = board.evidence.filter(({ by }) => by === `collector:${hypothesis}`);
  return own.reduce((sum, { statistics }) => sum + (statistics?.subgroups?.length ?? 0), 0);
}
