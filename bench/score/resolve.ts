import { folded, normalCell } from './cells';
import { effectTupleOf, tupleKey, tupleSimilarity } from './effect-tuple';
import type { NameIndex } from './name-index';
import type { SubmittedHypothesis } from './submission';
import type { EffectTuple, Truth, TruthHypothesis } from './truth';

/** What a submitted hypothesis speaks of, found without a model. */
export type Resolved =
  | { readonly kind: 'thing'; readonly key: string; readonly accuses: boolean }
  | { readonly kind: 'effect'; readonly tuple: EffectTuple; readonly accuses: boolean }
  /** What could fake or bend an effect (an artefact, confounding, a modification): asked beside the question. */
  | { readonly kind: 'rival' }
  | { readonly kind: 'nothing' };

/** Roles of a claim that accuse nobody. */
const HARMLESS_ROLE = /\b(?:witness|victim|bystander|innocent|informant|alibi)\b/i;

/** First the typed claim, then keys and names in the statement, then column and value words with a direction. */
export function resolve(hypothesis: SubmittedHypothesis, truth: Truth, index: NameIndex): Resolved {
  const { claim, statement } = hypothesis;
  if (claim?.kind === 'entity') {
    const key = `${claim.table}:${String(claim.key)}`;
    const named = [...index.namedBy([normalCell(claim.key)])][0];
    return { kind: 'thing', key: named ?? key, accuses: !HARMLESS_ROLE.test(claim.role) };
  }
  if (claim) {
    const tuple = effectTupleOf(claim);
    return tuple ? { kind: 'effect', tuple, accuses: tuple.direction !== 'none' } : { kind: 'rival' };
  }
  if (truth.names.kind === 'table') {
    const [key, ...others] = index.inText(statement);
    if (key !== undefined && others.length === 0) return { kind: 'thing', key, accuses: true };
    return { kind: 'nothing' };
  }
  const tuple = tupleInText(statement, truth);
  return tuple ? { kind: 'effect', tuple, accuses: true } : { kind: 'nothing' };
}

/** How alike what is resolved and a hypothesis of the truth are, 0–1. */
export function keySimilarity(resolved: Resolved, wanted: TruthHypothesis): number {
  switch (resolved.kind) {
    case 'rival':
    case 'nothing':
      return 0;
    case 'thing':
      return resolved.key === wanted.key ? 1 : 0;
    case 'effect':
      return Math.max(0, ...(wanted.effects ?? []).map((tuple) => tupleSimilarity(resolved.tuple, tuple)));
  }
}

/** Equal for hypotheses that claim the same; what is not resolved is alike only in the same words. */
export function groupOf(resolved: Resolved, { statement }: SubmittedHypothesis): string {
  switch (resolved.kind) {
    case 'rival':
    case 'nothing':
      return `statement: ${folded(statement)}`;
    case 'thing':
      return resolved.key;
    case 'effect':
      return tupleKey(resolved.tuple);
  }
}

const RAISES = /\b(?:raises?|raised|increases?|more|higher|worse|harms?|up|rose|highest|causes?|caused)\b/i;
const LOWERS = /\b(?:lowers?|lowered|reduces?|less|fewer|lower|helps?|fell|drops?|dropped|lowest|prevents?)\b/i;

/** The effect that a text speaks of: words for its exposure and its outcome both occur, and for its subgroup where it has one. */
function tupleInText(statement: string, truth: Truth): EffectTuple | undefined {
  const text = ` ${folded(statement).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const says = (words: string): boolean =>
    text.includes(
      ` ${folded(words)
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    );
  const direction = RAISES.test(statement) ? 'raises' : LOWERS.test(statement) ? 'lowers' : 'differs';
  const wordsOf = ({ column, value }: EffectTuple['exposure']): string =>
    value ?? column.slice(column.indexOf('.') + 1);
  const found = truth.hypotheses
    .filter(({ aliases }) => aliases.length === 0 || aliases.some(says))
    .flatMap(({ effects = [] }) => effects)
    .filter(({ exposure, subgroup }) => says(wordsOf(exposure)) && (subgroup === undefined || says(wordsOf(subgroup))))
    .sort((a, b) => Number(b.subgroup !== undefined) - Number(a.subgroup !== undefined))[0];
  return found && { ...found, direction };
}
