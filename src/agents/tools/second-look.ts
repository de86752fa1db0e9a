import { unsupportedIn, type Cited } from '../../board/binding';
import type { Board } from '../../board/board';

/** What a fact says that its query does not hold. Of a query that is not on the board nothing is known. */
export function unfoundIn(fact: string, cited: Cited, board: Board): readonly string[] {
  return board.queries.some(({ id }) => id === cited.query) ? unsupportedIn(fact, [cited], board) : [];
}

/**
 * Sends a text back once when it says what nothing it cites holds: its writer can still mend it, later it is only marked. The same
 * text sent again passes, because a number can be right and yet be spelt in a way that is not found.
 */
export class SecondLook {
  readonly #seen = new Set<string>();

  /** What to tell the writer; undefined when the text may pass. */
  doubt(text: string, unfound: readonly string[]): string | undefined {
    if (unfound.length === 0 || this.#seen.has(text)) return undefined;
    this.#seen.add(text);
    return (
      `nothing was written: no result or SQL that it cites holds ${[...new Set(unfound)].join(', ')}. Write numbers and quoted names as ` +
      'they are there, cite what holds them, or leave them out. The same text sent again is taken, and marked as unsupported'
    );
  }
}
