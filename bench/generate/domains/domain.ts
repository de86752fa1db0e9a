import type { Random } from '../../../src/base/random';
import type {
  EffectTuple,
  GoldEvidence,
  NoAnswerReason,
  Polarity,
  Truth,
  TruthHypothesis,
  TruthVerdict,
} from '../../score/truth';
import { fakeDatabase } from '../../../test/fakes/database';
import { caseRandom } from '../draw';
import { pinned } from '../pin';
import type { Case, TableToWrite } from '../tables';
import { databaseOf } from '../write-tables';

/** Ten cases a domain: four clean, three full of decoys, three that have no answer. */
export type Variant = 'clean' | 'decoys' | NoAnswerReason;

export type DomainSeed = { readonly domain: string; readonly caseId: string; readonly variant: Variant };

/** A case as a domain draws it. */
export type Draft = {
  readonly question: string;
  readonly tables: readonly TableToWrite[];
  readonly hypotheses: readonly DraftHypothesis[];
};

export type DraftHypothesis = {
  readonly key: string;
  readonly effects: readonly EffectTuple[];
  readonly verdict: TruthVerdict;
  readonly role: TruthHypothesis['role'];
  /** Words that name it in a result, a statement or a text. */
  readonly names: readonly string[];
  /** The comparison that decides it; others that show the same. */
  readonly sql: string;
  readonly alts?: readonly string[];
};

export type Domain = {
  readonly name: string;
  readonly variants: readonly Variant[];
  draw(random: Random, variant: Variant): Draft;
};

const POLARITY: Readonly<Record<TruthVerdict, Polarity>> = { supported: '+', contradicted: '-', inconclusive: '0' };

export function seedsOf(domain: Domain): readonly DomainSeed[] {
  return domain.variants.map((variant, index) => ({
    domain: domain.name,
    caseId: `${domain.name}-${String(index + 1).padStart(2, '0')}`,
    variant,
  }));
}

export async function domainCase({ domain: suite, caseId, variant }: DomainSeed, domain: Domain): Promise<Case> {
  const seed = `dom40|${caseId}`;
  const draft = domain.draw(caseRandom(seed, 'draw'), variant);
  const bytes = await databaseOf(draft.tables);
  const database = await fakeDatabase(bytes);
  try {
    return { bytes, truth: await pinned(truthOf(suite, caseId, seed, variant, draft), database) };
  } finally {
    await database.close();
  }
}

function truthOf(
  suite: string,
  caseId: string,
  seed: string,
  variant: Variant,
  { question, hypotheses }: Draft,
): Truth {
  const hasAnswer = variant === 'clean' || variant === 'decoys';
  return {
    suite,
    caseId,
    seed,
    level: hasAnswer ? variant : 'no answer',
    D: hasAnswer ? (variant === 'clean' ? 0.3 : 0.6) : 0.5,
    question,
    murderers: hypotheses.filter(({ role }) => role === 'culprit').map(({ key }) => key),
    hypotheses: hypotheses.map(({ key, effects, verdict, role, names }) => ({
      key,
      effects: [...effects],
      verdict,
      role,
      aliases: [...names],
    })),
    evidence: hypotheses
      .filter(({ role }) => role !== 'background')
      .map(({ key, verdict, sql, alts = [] }, index): GoldEvidence => ({
        id: `G${index + 1}`,
        hyp: key,
        polarity: POLARITY[verdict],
        kind: 'effect',
        atoms: [],
        sql,
        alts: [...alts],
        entities: [],
        resultHash: '',
        necessary: true,
      })),
    unreliable: [],
    minQueries: hypotheses.length,
    names: { kind: 'list', entries: hypotheses.map(({ key, names }) => ({ key, names: [...names] })) },
    ...(!hasAnswer && { reason: variant }),
  };
}

/** That any value of a column raises or lowers an outcome: for what a case has as a decoy, or as true beside the question. */
export function anyValue(column: string, values: readonly string[], outcome: string): readonly EffectTuple[] {
  const exposures = [{ column }, ...values.map((value) => ({ column, value }))];
  return exposures.flatMap((exposure) =>
    (['raises', 'lowers'] as const).map((direction): EffectTuple => ({ exposure, outcome, direction })),
  );
}

/** The logistic function. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** A table of integers and texts; the first column is the key. */
export function table(
  name: string,
  columns: Readonly<Record<string, 'INTEGER' | 'REAL' | 'TEXT' | `${string}.${string}`>>,
  rows: TableToWrite['rows'],
): TableToWrite {
  return {
    name,
    rows,
    columns: Object.entries(columns).map(([column, type], index) => {
      const [target, key] = type.split('.');
      const isReference = target !== undefined && key !== undefined;
      return {
        name: column,
        type: isReference ? 'INTEGER' : (type as 'INTEGER' | 'REAL' | 'TEXT'),
        ...(index === 0 && { isKey: true }),
        ...(isReference && { references: { table: target, column: key } }),
      };
    }),
  };
}

/** `2023-11-05` from a day counted from 1970. */
export function isoDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export function isoTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}
