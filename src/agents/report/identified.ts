import type { Board, Evidence, Hypothesis } from '../../board/board';
import { formatList, formatNumber } from '../../base/format';
import { evidenceOn } from '../../board/views/measured';
import { cluesOn, sameClue } from '../clues/clues-on';
import { TIED } from '../rules/entity';

type Suspected = Hypothesis & { readonly claim: Extract<Hypothesis['claim'], { kind: 'entity' }> };

/** So many are told by name. */
const MOST_NAMED = 12;

/** The hypotheses that somebody did something, where the question asks for one. */
export function suspectedOn(hypotheses: readonly Hypothesis[]): readonly Suspected[] {
  return hypotheses.filter((each): each is Suspected => each.claim?.kind === 'entity');
}

/** Who it was, or why it cannot be told, a sentence for each of what they are looked for as. */
export function identified(board: Board, suspected: readonly Suspected[]): readonly string[] {
  return [...new Set(suspected.map(({ claim }) => claim.role))].flatMap((role) =>
    ofRole(
      board,
      role,
      suspected.filter(({ claim }) => claim.role === role),
    ),
  );
}

function ofRole(board: Board, role: string, suspected: readonly Suspected[]): readonly string[] {
  const of = (status: Hypothesis['status']): readonly Suspected[] =>
    [...suspected].filter((each) => each.status === status).sort((a, b) => b.confidence - a.confidence);
  const [supported, contradicted, open] = [of('supported'), of('contradicted'), of('inconclusive')];
  const tied = open.filter(({ id }) => isTied(board, id));
  const sentences: string[] = [];
  if (supported.length > 0) sentences.push(...supported.map((each) => headline(board, each)));
  else if (tied.length > 0)
    sentences.push(
      `Who the ${role} is cannot be told from these data: all that is told fits ${named(board, tied)} alike.`,
    );
  else sentences.push(`Nobody can be named as the ${role}: of none is all borne out that the texts tell.`);
  const undecided = open.filter((each) => supported.length > 0 || !tied.includes(each));
  if (undecided.length > 0)
    sentences.push(`Neither shown nor excluded, because a record is missing: ${named(board, undecided)}.`);
  if (contradicted.length > 0) sentences.push(`Excluded by a record: ${named(board, contradicted)}.`);
  return sentences;
}

function headline(board: Board, { claim, confidence, id }: Suspected): string {
  const cites = shownFor(board, id).map((evidence) => evidence.id);
  const rest = cites.length > 0 ? ` [${cites.join(', ')}]` : '';
  return `${claim.label} is the ${claim.role}: of those who come into question the only one whom all fits that reliable texts tell (confidence ${formatNumber(confidence)})${rest}.`;
}

/** Names, each with a piece of evidence that shows whom it is about. */
function named(board: Board, suspected: readonly Suspected[]): string {
  const told = suspected.slice(0, MOST_NAMED).map(({ claim, id }) => {
    const [deciding] = decidingFor(board, id);
    return deciding === undefined ? claim.label : `${claim.label} [${deciding.id}]`;
  });
  const more = suspected.length - told.length;
  return formatList(more > 0 ? [...told, 'others'] : told);
}

/** What speaks for those who are named, a line for each thing that is told: by which text, and by which record. */
export function clueLines(board: Board): readonly string[] {
  const told = cluesOn(board);
  const meant = suspectedOn(board.hypotheses).filter(({ id, status }) => status === 'supported' || isTied(board, id));
  return meant.flatMap(({ id, claim }) =>
    shownFor(board, id).flatMap((evidence) => {
      const clue = told.find(({ at }) => sameClue(at, evidence.tests));
      if (clue === undefined) return [];
      const what = clue.clue.opens ? 'had the opportunity' : `fits: ${clue.clue.says}`;
      return [`- ${claim.label} ${what} (told by [${clue.at.evidence}], shown by [${evidence.id}])`];
    }),
  );
}

function isTied(board: Board, id: string): boolean {
  return board.verdicts.findLast(({ hypothesis }) => hypothesis === id)?.rule === TIED;
}

function shownFor(board: Board, id: string): readonly Evidence[] {
  const supporting = new Set(
    board.links.filter(({ to, relation }) => to === id && relation === 'supports').map(({ from }) => from),
  );
  return evidenceOn(board, id).filter((evidence) => supporting.has(evidence.id));
}

function decidingFor(board: Board, id: string): readonly Evidence[] {
  const cites = board.verdicts.findLast(({ hypothesis }) => hypothesis === id)?.cites ?? [];
  return cites.flatMap((cited) => board.evidence.find((evidence) => evidence.id === cited) ?? []);
}
