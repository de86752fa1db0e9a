import type { Database } from '../../src/database/port';
import { NameIndex } from './name-index';
import { jaccard, resultOverlap } from './overlap';
import { Replayer, type Replay } from './replay';
import { groupOf, keySimilarity, resolve, type Resolved } from './resolve';
import type { Submission, SubmittedHypothesis } from './submission';
import { requiredOf, type GoldEvidence, type Polarity, type Truth, type TruthHypothesis } from './truth';
import { verifiabilityEase } from './verifiability';

/** A submission and its case's truth, every statement of both run again. */
export type Examined = {
  readonly truth: Truth;
  readonly submission: Submission;
  readonly hypotheses: readonly ExaminedHypothesis[];
  /** By id of the submitted evidence. */
  readonly evidence: ReadonlyMap<string, ExaminedEvidence>;
  readonly gold: readonly ExaminedGold[];
  readonly index: NameIndex;
};

export type ExaminedHypothesis = {
  readonly submitted: SubmittedHypothesis;
  readonly resolved: Resolved;
  /** The hypothesis of the truth that says the same, where one does exactly. */
  readonly wanted: TruthHypothesis | undefined;
  readonly group: string;
};

export type ExaminedEvidence = {
  readonly replay: Replay;
  /** Runs, says the same each time, and gives what was stored. */
  readonly replays: boolean;
  /** Keys that its result or the constants of its statement name. */
  readonly entities: ReadonlySet<string>;
};

type ExaminedGold = { readonly evidence: GoldEvidence; readonly replays: readonly Replay[] };

export async function examine(
  truth: Truth,
  submission: Submission,
  database: Database,
  signal: AbortSignal,
): Promise<Examined> {
  const replayer = new Replayer(database);
  const index = await NameIndex.of(truth.names, database, signal);
  const evidence = new Map<string, ExaminedEvidence>();
  for (const { id, sql, digest } of submission.evidence) {
    const replay = await replayer.run(sql, signal);
    const replays = replay.failed === undefined && replay.digest === digest;
    evidence.set(id, { replay, replays, entities: entitiesIn(replay, index) });
  }
  const gold: ExaminedGold[] = [];
  for (const wanted of truth.evidence.filter(({ necessary }) => necessary)) {
    const replays: Replay[] = [];
    for (const sql of [wanted.sql, ...wanted.alts]) replays.push(await replayer.run(sql, signal));
    gold.push({ evidence: wanted, replays });
  }
  const hypotheses = submission.hypotheses.map((submitted) => {
    const resolved = resolve(submitted, truth, index);
    const wanted = truth.hypotheses.find((each) => keySimilarity(resolved, each) === 1);
    return { submitted, resolved, wanted, group: wanted?.key ?? groupOf(resolved, submitted) };
  });
  return { truth, submission, hypotheses, evidence, gold, index };
}

/** Whether a hypothesis answers what was asked; what stands beside it costs and gains nothing. */
export function isAsked({ resolved, wanted }: ExaminedHypothesis): boolean {
  return resolved.kind !== 'rival' && wanted?.role !== 'background';
}

/** Keys that a result, or the constants and names of the statement, name. */
export function entitiesIn({ rows, literals, words }: Replay, index: NameIndex): ReadonlySet<string> {
  return index.namedBy(new Set([...rows.flatMap((row) => [...row]), ...literals, ...words]));
}

/** Verifiability ease of a submission (see `verifiability.ts`). */
export function verifiabilityOf({ truth, hypotheses: all, evidence, gold }: Examined): number {
  const required = requiredOf(truth);
  const hypotheses = all.filter(isAsked);
  const goldOf = required.map(({ key }) => gold.filter((each) => each.evidence.hyp === key));
  return verifiabilityEase(
    hypotheses.map(({ submitted, wanted, group }) => ({
      group,
      verdict: submitted.verdict,
      links: submitted.links.map((link) => {
        const found = evidence.get(link.evidence);
        return {
          group: found?.replay.fingerprint ?? link.evidence,
          relevant:
            found !== undefined &&
            found.replays &&
            wanted !== undefined &&
            found.entities.has(wanted.key) &&
            !isReadBackwards(
              link.polarity,
              found,
              gold.filter((each) => each.evidence.hyp === wanted.key),
            ),
        };
      }),
    })),
    required.map(({ verdict }, g) => ({ verdict, links: goldOf[g]?.length ?? 0 })),
    {
      keys: (p, g) => {
        const [own, wanted] = [hypotheses[p], required[g]];
        return own && wanted ? keySimilarity(own.resolved, wanted) : 0;
      },
      links: (p, l, g, m) => {
        const [link, wanted] = [hypotheses[p]?.submitted.links[l], goldOf[g]?.[m]];
        const found = link && evidence.get(link.evidence);
        if (link === undefined || found === undefined || wanted === undefined) return 0;
        return evidenceSimilarity(found, wanted) * polarityAgreement(link.polarity, wanted.evidence.polarity);
      },
    },
  );
}

const WEIGHT_OF_OVERLAP = 0.7;
const WEIGHT_OF_ENTITIES = 0.3;
/** An empty answer shows that something is absent when at least as much of the question was the same. */
const SAME_QUESTION = 0.5;
/** From here on two pieces of evidence are taken to show the same. */
const SAME_EVIDENCE = 0.5;

/** sE of the formula: overlap with the best of the gold statements, and of the things spoken of. */
function evidenceSimilarity({ replay, replays, entities }: ExaminedEvidence, gold: ExaminedGold): number {
  if (!replays) return 0;
  const overlap = Math.max(0, ...gold.replays.map((wanted) => overlapWith(replay, wanted)));
  if (overlap === 0) return 0;
  return WEIGHT_OF_OVERLAP * overlap + WEIGHT_OF_ENTITIES * jaccard(entities, new Set(gold.evidence.entities));
}

/** The same record as a gold link's, taken for the opposite: no surplus, an error. */
function isReadBackwards(polarity: Polarity, found: ExaminedEvidence, gold: readonly ExaminedGold[]): boolean {
  return gold.some(
    (wanted) =>
      polarityAgreement(polarity, wanted.evidence.polarity) === 0 && evidenceSimilarity(found, wanted) > SAME_EVIDENCE,
  );
}

function overlapWith(replay: Replay, gold: Replay): number {
  if (gold.rows.length > 0) return resultOverlap(replay.rows, gold.rows);
  const asked = ({ tables, literals }: Replay): ReadonlySet<string> => new Set([...tables, ...literals]);
  return replay.rows.length === 0 && jaccard(asked(replay), asked(gold)) >= SAME_QUESTION ? 1 : 0;
}

function polarityAgreement(left: Polarity, right: Polarity): number {
  if (left === right) return 1;
  return left === '0' || right === '0' ? 0.5 : 0;
}
