import { caseRandom } from '../draw';
import type { Random } from '../../../src/base/random';
import type { Frames } from '../frames';
import type { Cell } from '../tables';
import { columnsOf, CONCEPTS, type Concept, type DateForm, Vocabulary } from './schema';

/** A day for a date column; a day and a minute for a time column. */
export type Given = Cell | { readonly day: number; readonly minute: number };

/** Rows that each person of the crowd has in a table, on average. */
const ROWS_PER_PERSON: Readonly<Record<Concept, number>> = {
  person: 1,
  alias: 0.1,
  vehicle: 0.6,
  phone: 1,
  phone_call: 1.2,
  keycard_log: 0.8,
  bank_txn: 0.9,
  purchase: 0.7,
  club_member: 0.4,
  club_checkin: 0.5,
  event_attendance: 0.5,
  employment: 0.7,
  relation: 0.2,
  address: 0.7,
  incident_report: 0.02,
  interview: 0.04,
  forensic_report: 0.01,
  camera_note: 0.02,
  travel_booking: 0.15,
};
const FEWEST_ROWS = 60;
/** Texts are for reading: there are not more of them in a larger city. */
const MOST_TEXTS = 400;
const TEXTS: ReadonlySet<Concept> = new Set(['incident_report', 'interview', 'forensic_report', 'camera_note']);

/** Keys are drawn from eight times as many numbers as there are rows, so that they tell nothing. */
const SPREAD = 8;

/** The tables of a case while they are made: rows of those who matter, kept; and the keys of the crowd, computed. */
export class World {
  readonly vocabulary: Vocabulary;
  readonly rows = new Map<Concept, Map<number, readonly Cell[]>>();
  readonly #ids: Random;
  readonly #bases = new Map<Concept, number>();

  constructor(
    readonly seed: string,
    readonly frames: Frames,
    readonly concepts: ReadonlySet<Concept>,
    readonly persons: number,
    dates: DateForm,
  ) {
    this.vocabulary = new Vocabulary(caseRandom(seed, 'vocabulary'), frames, dates);
    this.#ids = caseRandom(seed, 'ids');
    const bases = caseRandom(seed, 'bases');
    for (const concept of Object.keys(CONCEPTS) as Concept[]) {
      this.#bases.set(concept, 10_000 + Math.floor(bases() * 40_000));
      this.rows.set(concept, new Map());
    }
  }

  name(concept: string): string {
    return this.vocabulary.name(concept);
  }

  has(concept: Concept): boolean {
    return this.concepts.has(concept);
  }

  /** Rows of the crowd in a table. */
  crowd(concept: Concept): number {
    const count = Math.max(FEWEST_ROWS, Math.round(ROWS_PER_PERSON[concept] * this.persons));
    return TEXTS.has(concept) ? Math.min(MOST_TEXTS, count) : count;
  }

  /** A new key in a table, before its row is known. */
  reserve(concept: Concept): number {
    const taken = this.rowsOf(concept);
    for (;;) {
      const id = this.#base(concept) + Math.floor(this.#ids() * this.crowd(concept) * SPREAD);
      if (taken.has(id)) continue;
      taken.set(id, []);
      return id;
    }
  }

  /** Adds a row; what is not given is NULL. In a table that the case does not have it goes nowhere. */
  add(concept: Concept, values: Readonly<Record<string, Given>>, id = this.reserve(concept)): number {
    const [key = 'id', ...columns] = columnsOf(concept);
    const known = new Set([key, ...columns]);
    for (const column of Object.keys(values)) {
      if (!known.has(column)) throw new RangeError(`unknown column: ${concept}.${column}`);
    }
    this.rowsOf(concept).set(id, [id, ...columns.map((column) => this.cell(concept, column, values[column] ?? null))]);
    return id;
  }

  /** A given value as the database holds it. */
  cell(concept: Concept, column: string, given: Given): Cell {
    if (given === null) return null;
    if (typeof given === 'object') return this.vocabulary.time(given.day, given.minute);
    const types: Readonly<Record<string, string>> = CONCEPTS[concept];
    return types[column] === 'date' && typeof given === 'number' ? this.vocabulary.day(given) : given;
  }

  /** The key of the crowd's row so many. */
  crowdId(concept: Concept, index: number): number {
    const taken = this.rowsOf(concept);
    const start = this.#base(concept) + index * SPREAD;
    const jitter = (Math.imul(index + 1, 0x9e3779b1) >>> 13) % SPREAD;
    for (let step = 0; step < SPREAD; step++) {
      const id = start + ((jitter + step) % SPREAD);
      if (!taken.has(id)) return id;
    }
    throw new RangeError(`no key left in ${concept}`);
  }

  rowsOf(concept: Concept): Map<number, readonly Cell[]> {
    const rows = this.rows.get(concept);
    if (!rows) throw new RangeError(`unknown concept: ${concept}`);
    return rows;
  }

  #base(concept: Concept): number {
    return this.#bases.get(concept) ?? 0;
  }
}
