import { compareIds, nextId } from '../../base/ids';
import type { Board, Verdict } from '../board';
import { contentOf } from '../content';
import { renameRecord, type Names, type Section } from './rename';

/** The ids by which both sides of a merge speak of the same records, and never of two by one. */
export type NewIds = {
  /** Of records that their side added: where ours gave the id away, and where ours has the record already. */
  readonly theirs: Names;
  /** Of verdicts that both sides gave differently on one hypothesis: they share an id, after all others on it. */
  readonly ours: Names;
};

/** @param base what both sides began with; undefined when each made the board by itself */
export function newIds(base: Board | undefined, ours: Board, theirs: Board): NewIds {
  const names = new Map<string, string>();
  const oursNames = new Map<string, string>();
  const number = <S extends Section>(section: S): void => {
    const numbering = new Numbering(section, base, ours);
    for (const record of numbering.addedTo(theirs)) {
      const renamed = renameRecord(section, record, names);
      const id = numbering.idFor(renamed);
      if (id !== record.id) names.set(record.id, id);
    }
  };
  // What is pointed to comes first: by the time a record is compared, it points to its neighbours by their new ids.
  number('hypotheses');
  number('queries');
  number('evidence');
  number('links');
  const numbering = new Numbering('verdicts', base, ours);
  const added = numbering.addedTo(theirs).map((verdict) => renameRecord('verdicts', verdict, names));
  const disputed = disputedVerdicts(numbering.addedTo(ours), added);
  for (const verdict of added) {
    if (!disputed.has(verdict.id)) names.set(verdict.id, numbering.idFor(verdict));
  }
  for (const [their, our] of disputed) {
    // The last verdict stands: none of their earlier ones may come after the one in dispute.
    const shared = numbering.comesLast(our) ? our : numbering.next();
    names.set(their, shared);
    if (shared !== our) oursNames.set(our, shared);
  }
  return { theirs: names, ours: oursNames };
}

/** Gives ids to added records in their order, each higher than those before: of several verdicts or links the last one counts. */
class Numbering<S extends Section> {
  readonly #section: S;
  readonly #known: ReadonlySet<string>;
  readonly #ours: ReadonlyMap<string, string>;
  /** Ids that nobody else may get. */
  readonly #taken: ReadonlySet<string>;
  #highest: string;
  #last: string;

  constructor(section: S, base: Board | undefined, ours: Board) {
    this.#section = section;
    this.#known = new Set(base?.[section].map(({ id }) => id));
    this.#ours = new Map(this.addedTo(ours).map((record) => [withoutId(record), record.id]));
    this.#taken = new Set([...this.#known, ...ours[section].map(({ id }) => id)]);
    this.#last = `${LETTERS[section]}0`;
    this.#highest = [...this.#taken].reduce(higher, this.#last);
  }

  /** The records that a side has and the base has not. */
  addedTo(side: Board): readonly Board[S][number][] {
    return side[this.#section].filter(({ id }: { readonly id: string }) => !this.#known.has(id));
  }

  idFor(record: { readonly id: string }): string {
    const same = this.#ours.get(withoutId(record));
    if (same !== undefined && this.comesLast(same)) return this.#use(same);
    return this.comesLast(record.id) && !this.#taken.has(record.id) ? this.#use(record.id) : this.next();
  }

  next(): string {
    return this.#use(nextId(LETTERS[this.#section], [{ id: this.#highest }]));
  }

  comesLast(id: string): boolean {
    return compareIds(id, this.#last) > 0;
  }

  #use(id: string): string {
    this.#last = id;
    this.#highest = higher(this.#highest, id);
    return id;
  }
}

const LETTERS = { hypotheses: 'H', queries: 'Q', evidence: 'E', links: 'L', verdicts: 'V' } as const;

function higher(one: string, other: string): string {
  return compareIds(one, other) > 0 ? one : other;
}

function withoutId({ id: _, ...record }: { readonly id: string }): string {
  return contentOf(record);
}

/** Of each hypothesis that both sides judged anew, and not alike, their verdict that stands and ours. */
function disputedVerdicts(ours: readonly Verdict[], theirs: readonly Verdict[]): ReadonlyMap<string, string> {
  const newest = (verdicts: readonly Verdict[]) => new Map(verdicts.map((verdict) => [verdict.hypothesis, verdict]));
  const contents = (verdicts: readonly Verdict[]) => new Set(verdicts.map(withoutId));
  const [inOurs, inTheirs] = [contents(ours), contents(theirs)];
  const [our, their] = [newest(ours), newest(theirs)];
  const disputed = new Map<string, string>();
  for (const [hypothesis, verdict] of their) {
    const other = our.get(hypothesis);
    if (other === undefined || inOurs.has(withoutId(verdict)) || inTheirs.has(withoutId(other))) continue;
    if (other.status !== verdict.status || other.confidence !== verdict.confidence) disputed.set(verdict.id, other.id);
  }
  return disputed;
}
