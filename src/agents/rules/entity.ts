import type { Board, Evidence, Hypothesis, Link, VerdictStatus } from '../../board/board';
import type { ClaimOf } from '../../board/claim';
import { formatList } from '../../base/format';
import { tokenize } from '../../database/tokens';
import { attacksOn, evidenceOn } from '../../board/views/measured';
import { believedOn, sameClue, weightOf, type PlacedClue } from '../clues/clues-on';
import type { State } from '../clues/record-state';
import { bounded } from './confidence';
import { NOT_ATTACKED } from './effect';
import type { Finding } from './finding';

type Entity = ClaimOf<'entity'>;

/** The rule of a verdict on one of several whom all fits alike. */
export const TIED = 'it cannot be told from these data';

type Shown = { readonly evidence: Evidence; readonly relation: Link['relation'] };

/**
 * "This one did it": a record excludes them, or they alone fit all that reliable texts tell. Evidence counts only where its result, or
 * what it asked for, shows the key of the one it speaks of; a missing record excludes nobody, and no accusation follows from a tie.
 */
export function judgeEntity(board: Board, hypothesis: Hypothesis, claim: Entity): Finding {
  const shown = shownOn(board, hypothesis, claim);
  const clues = believedOn(board, claim.role);
  return clues.length > 0
    ? byClues(board, hypothesis, claim, shown, clues)
    : byRecords(board, hypothesis, claim, shown);
}

/** How far somebody is from being one of those who are looked for. */
type Standing = {
  readonly about: string;
  readonly kind: 'fits' | 'open' | 'excluded';
  readonly deciding: readonly Evidence[];
  readonly weight: number;
};

function byClues(
  board: Board,
  hypothesis: Hypothesis,
  claim: Entity,
  shown: readonly Shown[],
  clues: readonly PlacedClue[],
): Finding {
  const opening = clues.filter(({ clue }) => clue.opens);
  const standings = standingsOf(shown, clues);
  const cites = (deciding: readonly Evidence[]): string[] => [
    ...new Set([...deciding, ...shown.map(({ evidence }) => evidence)].map(({ id }) => id)),
  ];
  const finding = (
    status: VerdictStatus,
    confidence: number,
    rule: string,
    rationale: string,
    deciding: readonly Evidence[],
  ): Finding => ({
    status,
    confidence: bounded(confidence, status),
    rule,
    rationale,
    cites: cites(deciding),
    missing: [],
  });
  if (standings.length > 0 && standings.every(({ kind }) => kind === 'excluded')) {
    const deciding = standings.flatMap((each) => each.deciding);
    return finding(
      'contradicted',
      0.02,
      'a record excludes them from what is told',
      `${claim.label} is excluded: ${facts(deciding)}`,
      deciding,
    );
  }
  const fits = standings.find(({ kind }) => kind === 'fits');
  const hadOpportunity = opening.length === 0 || opening.some(({ at }) => stateIn(shown, at) === 'yes');
  if (fits && hadOpportunity) {
    const rivals = rivalsFor(board, hypothesis, claim, fits.about, clues);
    const others = rivals.filter(({ kind }) => kind === 'fits');
    if (others.length > 0)
      return finding(
        'inconclusive',
        1 / (others.length + 1),
        TIED,
        `All that is told fits ${claim.label}, and it fits ${formatList(others.map(({ label }) => label))} as well: it cannot be told from these data.`,
        fits.deciding,
      );
    if (attacksOn(board, hypothesis.id).length === 0)
      return {
        ...finding('inconclusive', 0.5, NOT_ATTACKED, `${NOT_ATTACKED}.`, fits.deciding),
        missing: ['a record that would exclude them'],
      };
    const confidence = fits.deciding.length < 2 ? 0.8 : 0.97;
    return finding(
      'supported',
      confidence,
      'they alone fit all that is told',
      `Of all who come into question ${claim.label} alone fits all that reliable texts tell.`,
      fits.deciding,
    );
  }
  const gaps = shown.filter(({ relation }) => relation === 'neutral').map(({ evidence }) => evidence);
  return finding(
    'inconclusive',
    0.35,
    gaps.length > 0 ? 'a record that would decide is missing' : 'not all that is told was tested',
    gaps.length > 0
      ? `Nothing excludes ${claim.label}, and nothing shows it: ${facts(gaps)}`
      : `Not all that is told was tested for ${claim.label}.`,
    gaps,
  );
}

/** Without typed clues: what the evidence says that shows the one it speaks of. */
function byRecords(board: Board, hypothesis: Hypothesis, claim: Entity, shown: readonly Shown[]): Finding {
  const of = (relation: Link['relation']): Evidence[] =>
    shown.filter((each) => each.relation === relation).map(({ evidence }) => evidence);
  const [supports, contradicts] = [of('supports'), of('contradicts')];
  const cites = [...contradicts, ...supports, ...of('neutral')].map(({ id }) => id);
  const attacked = attacksOn(board, hypothesis.id).length > 0;
  const base = { cites, missing: [] };
  if (shown.length === 0)
    return {
      status: 'inconclusive',
      confidence: 0.5,
      rule: 'no evidence shows the one it speaks of',
      rationale: `No result on the board shows ${claim.label} by key.`,
      cites: [],
      missing: [`a query whose result shows the key of ${claim.label}`],
    };
  if (contradicts.length > 0)
    return {
      ...base,
      status: 'contradicted',
      confidence: 0.05,
      rule: 'a record excludes them',
      rationale: `${claim.label} is excluded: ${facts(contradicts)}`,
    };
  const rivals = board.hypotheses.filter(
    (other) =>
      other.id !== hypothesis.id &&
      other.claim?.kind === 'entity' &&
      other.claim.role === claim.role &&
      other.claim.key !== claim.key &&
      isAsGood(board, other, other.claim, supports.length),
  );
  if (rivals.length > 0)
    return {
      ...base,
      status: 'inconclusive',
      confidence: 0.5,
      rule: TIED,
      rationale: `As much speaks for ${formatList(rivals.map((each) => (each.claim?.kind === 'entity' ? each.claim.label : each.id)))}.`,
    };
  const missing = [
    ...(supports.length < 2 ? [`a second record that singles out ${claim.label}`] : []),
    ...(attacked ? [] : ['an attempt to refute it: an alibi, or somebody else who fits as well']),
  ];
  if (missing.length > 0)
    return {
      ...base,
      status: 'inconclusive',
      confidence: 0.5,
      rule: attacked ? 'one record is not enough' : NOT_ATTACKED,
      rationale: `What speaks for ${claim.label} is not enough yet.`,
      missing,
    };
  return {
    ...base,
    status: 'supported',
    confidence: 0.9,
    rule: 'several records single them out, and none excludes them',
    rationale: `${facts(supports)}`,
  };
}

function isAsGood(board: Board, other: Hypothesis, claim: Entity, supports: number): boolean {
  const shown = shownOn(board, other, claim);
  return (
    !shown.some(({ relation }) => relation === 'contradicts') &&
    shown.filter(({ relation }) => relation === 'supports').length >= Math.max(1, supports)
  );
}

function rivalsFor(
  board: Board,
  hypothesis: Hypothesis,
  claim: Entity,
  about: string,
  clues: readonly PlacedClue[],
): readonly { readonly label: string; readonly kind: Standing['kind'] }[] {
  return board.hypotheses.flatMap((other) => {
    if (other.id === hypothesis.id || other.claim?.kind !== 'entity' || other.claim.role !== claim.role) return [];
    const standing = standingsOf(shownOn(board, other, other.claim), clues).find((each) => each.about === about);
    return standing ? [{ label: other.claim.label, kind: standing.kind }] : [];
  });
}

/** For each of those who are looked for: whether all that is told of them fits, or a record speaks against it. */
function standingsOf(shown: readonly Shown[], clues: readonly PlacedClue[]): readonly Standing[] {
  // Where nothing is told but who comes into question, that is what has to fit.
  const described = clues.filter(({ clue }) => !clue.opens);
  const told = described.length > 0 ? described : clues;
  return [...new Set(told.map(({ clue }) => clue.about))].map((about): Standing => {
    const own = told.filter(({ clue }) => clue.about === about);
    const states = own.map(({ at, clue }) => ({ state: stateIn(shown, at), at, weight: weightOf(clue) }));
    const of = (wanted: State): Evidence[] =>
      states.filter(({ state }) => state === wanted).flatMap(({ at }) => evidenceIn(shown, at) ?? []);
    const excluded = of('no');
    if (excluded.length > 0) return { about, kind: 'excluded', deciding: excluded, weight: 0 };
    const fits = states.length > 0 && states.every(({ state }) => state === 'yes');
    return {
      about,
      kind: fits ? 'fits' : 'open',
      deciding: of('yes'),
      weight: states.reduce((sum, each) => sum + each.weight, 0),
    };
  });
}

function stateIn(shown: readonly Shown[], at: PlacedClue['at']): State | undefined {
  const found = shown.find(({ evidence }) => sameClue(at, evidence.tests));
  switch (found?.relation) {
    case 'supports':
      return 'yes';
    case 'contradicts':
      return 'no';
    case 'neutral':
      return 'unknown';
    default:
      return undefined;
  }
}

function evidenceIn(shown: readonly Shown[], at: PlacedClue['at']): Evidence | undefined {
  return shown.find(({ evidence }) => sameClue(at, evidence.tests))?.evidence;
}

/** Evidence on a hypothesis whose result holds the key, or whose statement asked for it and found nothing. */
function shownOn(board: Board, hypothesis: Hypothesis, { key }: Entity): readonly Shown[] {
  return evidenceOn(board, hypothesis.id).flatMap((evidence): Shown[] => {
    const query = board.queries.find(({ id }) => id === evidence.query);
    const link = board.links.find(
      ({ from, to, relation }) => from === evidence.id && to === hypothesis.id && relation !== 'leads-to',
    );
    if (query === undefined || link === undefined) return [];
    const holds = query.rows.some((row) => row.some((cell) => String(cell) === String(key)));
    const asks = query.rows.length === 0 && constantsOf(query.sql).has(String(key));
    return holds || asks ? [{ evidence, relation: link.relation }] : [];
  });
}

function constantsOf(sql: string): ReadonlySet<string> {
  return new Set(
    tokenize(sql).flatMap(({ kind, text }) =>
      kind === 'number' ? [text] : kind === 'text' ? [text.slice(1, -1).replaceAll("''", "'")] : [],
    ),
  );
}

function facts(evidence: readonly Evidence[]): string {
  return evidence.map(({ fact }) => fact).join(' ');
}
