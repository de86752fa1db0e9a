import type { Condition, Constant } from '../../../board/claim';
import type { RecordTest } from '../../../board/clue';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import { wordsOf } from '../../analysis/words';
import { passingSql, recordsSql } from '../../clues/record-sql';
import type { DataReader } from '../../roles';
import { notationOf, type Catalogue, type Source, type SourceColumn } from './catalogue';
import { amountColumnOf, codeColumnOf, dateColumnOf, eventDateOf, intervalOf, rangeFor } from './columns';
import { describeTest } from './describe-test';
import { Frame, type Atom, type Person } from './frame';
import { between } from './moments';
import { overlap, wordsIn, type Span } from './prose';
import { parted, valueConditions } from './setting';
import { namesSame, shares, shareTopic } from './topics';
import { valuesSaid } from './value-atoms';
import type { Values } from './values';

/** Something that a sentence says of somebody, as a test of their records. */
export type Told = {
  readonly test: RecordTest;
  readonly says: string;
  /** How surely it was read so: from about .5 up. */
  readonly score: number;
  /** Rows of the kind's table that pass. */
  readonly matches: number;
  /** Somebody else by whom it is told. */
  readonly counterparts: readonly Constant[];
};

const LEAST_SCORE = 0.55;
/** What a sentence says beside its main matter has to be said outright. */
const LEAST_SCORE_OF_MORE = 1;
const MOST_TOLD = 3;

/** Reads what a sentence says of somebody against the records: which table it speaks of, and what a record there has to say. */
export class SentenceReader {
  readonly #counts = new Map<string, number>();

  constructor(
    readonly catalogue: Catalogue,
    readonly values: Values,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {}

  /** Those whom a sentence names, where only one has the name. */
  async people(sentence: string): Promise<readonly Person[]> {
    const { kind, atlas } = this.catalogue;
    const profile = atlas.profile(kind.table, kind.label);
    if (profile === undefined) return [];
    const found: Person[] = [];
    for (const { value, start, end } of this.values.said(profile, sentence)) {
      const sql = `SELECT ${sqlName(kind.key)} FROM ${sqlName(kind.table)} WHERE ${sqlName(kind.label)} = ${quoteValue(value)} LIMIT 2`;
      const { rows } = await this.data.run(
        `${sql.replace(' LIMIT 2', ' ORDER BY 1 LIMIT 2')}`,
        `who is called ${value}`,
        this.signal,
      );
      const key = rows[0]?.[0];
      if (rows.length === 1 && (typeof key === 'number' || typeof key === 'string'))
        found.push({ key, label: value, start, end });
    }
    return found;
  }

  /** @param reference the day from which days without a date are counted, as days from 1970-01-01 */
  async read(sentence: string, reference: number | undefined, people: readonly Person[]): Promise<readonly Told[]> {
    const frame = new Frame(sentence, reference, people);
    const told: Told[] = [];
    const used: Span[] = [];
    const tried = new Set<string>();
    while (told.length < MOST_TOLD) {
      const best = this.catalogue.sources
        .filter(({ table }) => !tried.has(table))
        .map((source) => this.#score(source, frame, used))
        .filter(({ score }) => score >= (told.length === 0 ? LEAST_SCORE : LEAST_SCORE_OF_MORE))
        .sort((a, b) => b.score - a.score)[0];
      if (best === undefined) break;
      tried.add(best.source.table);
      const built = await this.#build(best, frame);
      if (built === undefined) continue;
      told.push(built);
      used.push(...best.spans, ...(best.usesDays ? frame.days : []));
      if (best.isDenied) break;
    }
    return told;
  }

  /** How much of a sentence a table could hold. */
  #score(source: Source, frame: Frame, used: readonly Span[]): Candidate {
    const isFree = (span: Span): boolean => !used.some((each) => overlap(each, span));
    const isKin = frame.people.length > 0 && source.ways.length > 1;
    const shared = [...source.topics].filter((topic) => frame.topics.has(topic)).length;
    const sharesTopic = shared > 0;
    const columns = source.columns.filter(
      (column) => !isNameOfKind(column, this.catalogue) && !(column.isProse && column.profile.kind === 'category'),
    );
    const said = valuesSaid(source, columns, frame, used, this.values);
    const atoms: Atom[] = [...said.atoms];
    let score = said.atoms.reduce((sum, { mention }) => sum + mention.score, 0);
    const code = frame.codes.find(isFree);
    const codeColumn = code && codeColumnOf(source, frame);
    if (code && codeColumn && !said.atoms.some((atom) => overlap(atom, code))) {
      atoms.push(code);
      score += codeColumn.sure;
    }
    for (const amount of frame.amounts.filter(isFree)) {
      const column = amountColumnOf(source, amount.quantity, frame);
      if (column === undefined) continue;
      atoms.push(amount);
      score += column.sure;
    }
    const dated = dateColumnOf(source);
    const usesDays =
      dated !== undefined && frame.days.some(isFree) && (atoms.length > 0 || frame.people.length > 0 || sharesTopic);
    if (usesDays) score += 0.35;
    if (frame.times !== undefined && dated) score += 0.3;
    const hasSubstance = atoms.length > 0;
    if (frame.people.length > 0) score += isKin ? 0.5 : intervalOf(source) && usesDays ? 0.8 : 0;
    if (sharesTopic && (hasSubstance || frame.people.length > 0 || usesDays)) score += 0.25 + 0.05 * shared;
    const isDenied = this.#isDenied(source, frame, atoms, said.repairs);
    if (isDenied && !hasSubstance) score = 0.7;
    // The nearer the table is to those who are looked for, the likelier it is meant.
    score -= 0.05 * Math.max(0, (source.ways[0]?.length ?? 0) - 1);
    const isEncounter =
      usesDays &&
      sharesTopic &&
      frame.isAboutSought &&
      eventDateOf(source) !== undefined &&
      source.ways[0]?.length !== 0;
    if (
      !hasSubstance &&
      !isDenied &&
      !isEncounter &&
      !(frame.people.length > 0 && (isKin || intervalOf(source)) && usesDays)
    )
      score = 0;
    return { source, atoms, score, usesDays, isDenied, spans: [...said.spans, ...atoms] };
  }

  /** Whether the sentence denies that there is such a record: the denial stands with what is told, or with a word for such records. */
  #isDenied(source: Source, frame: Frame, atoms: readonly Atom[], repairs: readonly Span[]): boolean {
    if (source.table === this.catalogue.kind.table) return false;
    const sharesTopic = shares(source.topics, frame.topics);
    return frame.negations.some((negation) => {
      if ([...repairs, ...frame.repairs].some((repair) => overlap(repair, negation))) return false;
      const clause = frame.clauses.find(({ start, end }) => negation.start >= start && negation.start < end);
      if (clause === undefined) return false;
      const within = atoms.filter((atom) => overlap(atom, clause));
      if (within.length > 0) return !within.every((atom) => atom.kind === 'value' && !atom.mention.exact);
      return (sharesTopic || atoms.length === 0) && deniesRows(source, frame.text, negation, clause, atoms.length > 0);
    });
  }

  async #build({ source, atoms, score, usesDays, isDenied }: Candidate, frame: Frame): Promise<Told | undefined> {
    const path = [...(source.ways[0] ?? [])];
    const values = valueConditions(atoms);
    const measured: Condition[] = [];
    for (const atom of atoms) {
      if (atom.kind === 'code') {
        const column = codeColumnOf(source, frame);
        if (column) measured.push({ column: column.column.ref, is: { like: atom.like } });
      } else if (atom.kind === 'amount') {
        const column = amountColumnOf(source, atom.quantity, frame);
        const range = column && rangeFor(column.column, atom.quantity, frame.reference);
        if (column && range) measured.push({ column: column.column.ref, is: range });
      }
    }
    const where: Condition[] = [];
    const dated = usesDays ? dateColumnOf(source) : undefined;
    const notation = dated && notationOf(dated.profile);
    const day = frame.days[0];
    if (dated && notation && day) where.push({ column: dated.ref, is: between(notation, day.first, day.last) });
    const counterpart = frame.people[0];
    const second = source.ways[1];
    if (counterpart && second) {
      const step = second.at(-1);
      const via = second.slice(0, -1);
      if (step)
        where.push({
          column: { table: step.from, column: step.columns[0] ?? '', ...(via.length > 0 && { via }) },
          is: counterpart.key,
          named: `${step.columns[0] ?? ''} = ${counterpart.label}`,
        });
    }
    const counterparts = frame.people.map(({ key }) => key);
    if (isDenied) {
      const test: RecordTest = {
        table: source.table,
        path,
        where: [...values.map(({ condition }) => condition), ...measured],
        has: [],
        absent: true,
      };
      return this.#told(test, score, counterparts);
    }
    const interval = intervalOf(source);
    const isTogether = counterpart !== undefined && second === undefined && interval !== undefined;
    const { setting, said } = parted(
      values,
      isTogether || frame.times !== undefined || atoms.some(({ kind }) => kind === 'amount'),
      frame,
    );
    where.push(...setting);
    let has = [...said, ...measured];
    if (isTogether && has.length === 0) {
      const overlapping = await this.#together(source, where, counterpart.key, interval);
      if (overlapping) has = [...overlapping];
    }
    if (frame.times !== undefined && dated) {
      const test: RecordTest = { table: source.table, path, where: [...where, ...has], has: [], times: frame.times };
      return this.#told(test, score, counterparts);
    }
    // A place and a day alone say where somebody was; without a day the place itself is what is told.
    if (has.length === 0 && dated === undefined && setting.length > 0) {
      where.splice(0, where.length, ...where.filter((each) => !setting.includes(each)));
      has = [...setting];
    }
    if (has.length === 0 && where.length === 0) return undefined;
    return this.#told({ table: source.table, path, where, has }, score, counterparts);
  }

  /** The time during which somebody was there, as bounds for who was there with them. */
  async #together(
    source: Source,
    where: readonly Condition[],
    key: Constant,
    [begin, end]: readonly [SourceColumn, SourceColumn],
  ): Promise<readonly Condition[] | undefined> {
    const { kind } = this.catalogue;
    const own: RecordTest = {
      table: source.table,
      path: [...(source.ways[0] ?? [])],
      where: [...where],
      has: [
        { column: begin.ref, is: { known: true } },
        { column: end.ref, is: { known: true } },
      ],
    };
    const { rows } = await this.data.run(recordsSql(own, kind, [key]), 'when somebody else was there', this.signal);
    const [, from, to] = rows[0] ?? [];
    if (!isConstant(from) || !isConstant(to)) return undefined;
    return [
      { column: begin.ref, is: { below: to } },
      { column: end.ref, is: { above: from } },
    ];
  }

  async #told(test: RecordTest, score: number, counterparts: readonly Constant[]): Promise<Told | undefined> {
    const matches = await this.count(test);
    if (matches === 0) return undefined;
    return { test, says: describeTest(test), score, matches, counterparts };
  }

  /** How many of the kind pass a test. */
  async count(test: RecordTest): Promise<number> {
    const sql = `SELECT COUNT(*) AS matches FROM (${passingSql(test, this.catalogue.kind)})`;
    const known = this.#counts.get(sql);
    if (known !== undefined) return known;
    const { rows } = await this.data.run(sql, `how many fit: ${describeTest(test)}`, this.signal);
    const count = Number(rows[0]?.[0] ?? 0);
    this.#counts.set(sql, count);
    return count;
  }
}

type Candidate = {
  readonly source: Source;
  readonly atoms: readonly Atom[];
  readonly score: number;
  readonly usesDays: boolean;
  readonly isDenied: boolean;
  /** All that was read, taken back or not. */
  readonly spans: readonly Span[];
};

const NEAR_NEGATION = 5;

/**
 * Whether a denial names the records themselves: "no car", "not the keeper of any vehicle". Where something else is told of them, a
 * word that has to do with them is enough: "turned away at …: not a member".
 */
function deniesRows(source: Source, text: string, negation: Span, clause: Span, isTold: boolean): boolean {
  const after = wordsIn(text.slice(negation.end, clause.end)).slice(0, NEAR_NEGATION);
  const names = wordsOf(source.table);
  return after.some(({ word }) => names.some((name) => (isTold ? shareTopic(word, name) : namesSame(word, name))));
}

function isNameOfKind({ profile }: SourceColumn, { kind }: Catalogue): boolean {
  return profile.table === kind.table && profile.column === kind.label;
}

function isConstant(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
