import type { Cell } from '../../src/protocol/results-messages';
import type { Range } from '../visible-range';

export type Row = readonly Cell[];

const PAGE_ROWS = 100;
const MOST_PAGES = 40;

type Page = { rows: readonly Row[] | undefined };

/** The rows of one result in one order, asked for page by page as they come into sight. */
export class Pages {
  readonly #ask: (first: number, count: number) => Promise<readonly Row[]>;
  readonly #arrived: () => void;
  /** In the order in which they were last wanted. */
  readonly #pages = new Map<number, Page>();

  /** @param arrived rows came that were not there before */
  constructor(ask: (first: number, count: number) => Promise<readonly Row[]>, arrived: () => void) {
    this.#ask = ask;
    this.#arrived = arrived;
  }

  /** undefined until it has come. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.rows?.[index % PAGE_ROWS];
  }

  /** Asks for what is missing of these rows; pages that were not wanted for long go. */
  want({ first, end }: Range): void {
    for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS < end; page++) {
      const known = this.#pages.get(page);
      this.#pages.delete(page);
      this.#pages.set(page, known ?? this.#request(page));
    }
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return;
      this.#pages.delete(page);
    }
  }

  #request(number: number): Page {
    const page: Page = { rows: undefined };
    this.#ask(number * PAGE_ROWS, PAGE_ROWS).then(
      (rows) => {
        page.rows = rows;
        this.#arrived();
      },
      // It is asked for again when it comes into sight again.
      () => this.#pages.delete(number),
    );
    return page;
  }
}
