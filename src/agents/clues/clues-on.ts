import type { Board, Evidence } from '../../board/board';
import type { Clue } from '../../board/clue';

/** A clue, and where on the board it stands. */
export type PlacedClue = { readonly clue: Clue; readonly at: NonNullable<Evidence['tests']> };

/** All that the texts on a board tell of whom is looked for, in the order of recording. */
export function cluesOn({ evidence }: Board): readonly PlacedClue[] {
  return evidence.flatMap(({ id, clues = [] }) =>
    clues.map((clue, index) => ({ clue, at: { evidence: id, clue: index } })),
  );
}

/** What the rules count for claims of a role: what is for that role, or for any, and is not doubted. */
export function believedOn(board: Board, role: string): readonly PlacedClue[] {
  return cluesOn(board).filter(({ clue }) => clue.doubted === undefined && (clue.role ?? role) === role);
}

export function sameClue(left: PlacedClue['at'], right: PlacedClue['at'] | undefined): boolean {
  return right !== undefined && left.evidence === right.evidence && left.clue === right.clue;
}

/** Natural logarithm of how much rarer those who fit are than all: what a clue tells. */
export function weightOf({ matches, of }: Clue): number {
  return Math.log(Math.max(1, of) / Math.max(1, matches));
}
