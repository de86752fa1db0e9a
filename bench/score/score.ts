import type { Database } from '../../src/database/port';
import type { Forecast } from './calibration';
import { brierScore } from './calibration';
import { completeness } from './completeness';
import { accused, correctness } from './correctness';
import { examine, verifiabilityOf, type Examined } from './graph';
import { readingCost } from './reading-cost';
import { namesReason } from './reason';
import type { Submission } from './submission';
import { requiredOf, type Truth } from './truth';
import { unsupportedClaims } from './unsupported-claims';
import { verdictAccuracy } from './verdict-accuracy';

/** All metrics of one submission to one case. A metric that does not apply is left out. */
export type Score = {
  readonly metrics: Readonly<Record<string, number>>;
  readonly forecasts: readonly Forecast[];
  readonly accused: readonly string[];
  /** Verdicts by key of the truth. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Sentences that no evidence bears out, for people to look at. */
  readonly unsupported: readonly string[];
};

export async function score(
  truth: Truth,
  submission: Submission,
  database: Database,
  signal: AbortSignal,
): Promise<Score> {
  const examined = await examine(truth, submission, database, signal);
  const right = correctness(examined);
  const analysed = completeness(examined);
  const { claims, unsupported } = unsupportedClaims(examined);
  const forecasts = forecastsOf(examined);
  const reading = readingCost(examined);
  const { cost } = submission;
  const reason = namesReason(truth, submission);
  return {
    metrics: {
      correctness: right.f1,
      precision: right.precision,
      recall: right.recall,
      solved: Number(isSolved(examined)),
      // Where nothing could be asked of the data, there is nothing to be complete about.
      ...(requiredOf(truth).length > 0 && {
        completeness: analysed.f1,
        completenessPrecision: analysed.precision,
        completenessRecall: analysed.recall,
        completenessRaw: analysed.raw,
        verifiability: verifiabilityOf(examined),
        verdictAccuracy: verdictAccuracy(examined),
      }),
      ...(claims > 0 && { unsupportedClaims: unsupported.length / claims }),
      ...(submission.evidence.length > 0 && { replayability: replayability(examined) }),
      ...(forecasts.length > 0 && { brier: brierScore(forecasts) }),
      ...(reason !== undefined && { reasonNamed: Number(reason) }),
      ...reading,
      queries: cost.queries,
      modelCalls: cost.modelCalls,
      inputTokens: cost.inputTokens,
      outputTokens: cost.outputTokens,
      ...(cost.usd !== null && { usd: cost.usd }),
      databaseMs: cost.databaseMs,
      seconds: cost.seconds,
      peakRows: cost.peakRows,
    },
    forecasts,
    accused: [...accused(examined)].sort(),
    verdicts: Object.fromEntries(
      examined.hypotheses.flatMap(({ wanted, submitted }) =>
        wanted && submitted.verdict ? [[wanted.key, submitted.verdict]] : [],
      ),
    ),
    unsupported,
  };
}

/** Everyone who did it is accused and nobody else; where nobody can be told, nobody is. */
function isSolved(examined: Examined): boolean {
  const found = accused(examined);
  return found.size === examined.truth.murderers.length && examined.truth.murderers.every((key) => found.has(key));
}

function replayability({ evidence }: Examined): number {
  const replays = [...evidence.values()].map((each) => each.replays);
  return replays.filter(Boolean).length / replays.length;
}

/**
 * Stated probabilities over produced and true hypotheses; what was not listed was given none. A hypothesis whose truth the data
 * cannot tell is no forecast that could be right or wrong.
 */
function forecastsOf({ truth, hypotheses }: Examined): readonly Forecast[] {
  const listed = new Set(hypotheses.flatMap(({ wanted }) => (wanted ? [wanted.key] : [])));
  const produced = hypotheses.flatMap(({ submitted, wanted, resolved }): Forecast[] => {
    if (wanted?.verdict === 'inconclusive' || (wanted === undefined && resolved.kind !== 'thing')) return [];
    return [{ p: submitted.confidence, y: wanted?.verdict === 'supported' ? 1 : 0 }];
  });
  const unlisted = requiredOf(truth)
    .filter(({ key, verdict }) => !listed.has(key) && verdict !== 'inconclusive')
    .map(({ verdict }): Forecast => ({ p: 0, y: verdict === 'supported' ? 1 : 0 }));
  return [...produced, ...unlisted];
}
