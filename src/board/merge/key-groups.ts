import type { Hypothesis, Investigation, Query, Usage, Verdict } from '../board';
import { mergeLists, type KeyGroup } from './three-way';

/* Which keys of a record belong together in a merge, and what holds where both sides changed them. */

export const HYPOTHESIS: readonly KeyGroup<Hypothesis>[] = [
  // A verdict on a statement that the other side has edited is no verdict on what stands there now.
  { keys: ['statement', 'claim', 'status', 'confidence', 'rejectedBy', 'abandonedBecause'] },
  {
    keys: ['hints'],
    resolve: ({ base, ours, theirs }) => ({ hints: mergeLists(base?.hints, ours.hints, theirs.hints) }),
  },
  { keys: ['updatedAt'], resolve: ({ ours, theirs }) => ({ updatedAt: later(ours.updatedAt, theirs.updatedAt) }) },
];

export const QUERY: readonly KeyGroup<Query>[] = [
  {
    keys: ['verified'],
    resolve: ({ ours, theirs }) => {
      const isOurs = (ours.verified?.at ?? '') >= (theirs.verified?.at ?? '');
      return { verified: (isOurs ? ours : theirs).verified };
    },
  },
];

export const VERDICT: readonly KeyGroup<Verdict>[] = [
  {
    keys: ['reviews'],
    resolve: ({ base, ours, theirs }) => ({
      reviews: mergeLists(base?.reviews, ours.reviews, theirs.reviews, ({ at }) => at),
    }),
  },
];

export const INVESTIGATION: readonly KeyGroup<Investigation>[] = [
  {
    keys: ['status', 'reason', 'finishedAt'],
    // As the run that ended last left it; one that goes on has not ended.
    resolve: ({ ours, theirs }) => {
      const isOurs = ours.finishedAt === null || (theirs.finishedAt !== null && ours.finishedAt >= theirs.finishedAt);
      const { status, reason, finishedAt } = isOurs ? ours : theirs;
      return { status, reason, finishedAt };
    },
  },
  {
    keys: ['assumptions'],
    resolve: ({ base, ours, theirs }) => ({
      assumptions: mergeLists(base?.assumptions, ours.assumptions, theirs.assumptions),
    }),
  },
  {
    keys: ['limitations'],
    resolve: ({ base, ours, theirs }) => ({
      limitations: mergeLists(base?.limitations, ours.limitations, theirs.limitations),
    }),
  },
  {
    keys: ['usage'],
    resolve: ({ base, ours, theirs }) => ({ usage: sumOfUsage(base?.usage, ours.usage, theirs.usage) }),
  },
];

/** What both sides used, since they parted, on top of what was used before. */
function sumOfUsage(base: Usage | undefined, ours: Usage, theirs: Usage): Usage {
  // Rounded to what a person would write: 0.3 and not 0.30000000000000004.
  const sum = (of: (usage: Usage) => number): number =>
    Number((of(ours) + of(theirs) - (base === undefined ? 0 : of(base))).toFixed(6));
  const isPriced = [base, ours, theirs].every((usage) => usage?.usd !== null);
  return {
    ...theirs,
    ...ours,
    rounds: sum(({ rounds }) => rounds),
    queries: sum(({ queries }) => queries),
    modelCalls: sum(({ modelCalls }) => modelCalls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    usd: isPriced ? sum(({ usd }) => usd ?? 0) : null,
    seconds: sum(({ seconds }) => seconds),
  };
}

function later(one: string, other: string): string {
  return one >= other ? one : other;
}
