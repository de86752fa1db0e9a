import type { Condition } from '../../../board/claim';
import type { RecordTest } from '../../../board/clue';
import { intervalOf } from './columns';
import type { Person } from './frame';
import { notationOf, type Catalogue, type Source, type SourceColumn } from './catalogue';
import { between, boundsOf, clocksIn } from './moments';
import { wordsIn } from './prose';
import { topicsOf } from './topics';
import type { Values } from './values';

export type Window = { readonly day: number; readonly from: number; readonly to: number };

/** The time of day within which a text says that it happened. */
export function windowIn(text: string, day: number | undefined): Window | undefined {
  const [first, second] = clocksIn(text);
  if (day === undefined || first === undefined || second === undefined) return undefined;
  return { day, from: Math.min(first.minute, second.minute), to: Math.max(first.minute, second.minute) };
}

/** Records that show somebody at a place that a text names within a time. */
export function presenceTests(
  text: string,
  window: Window,
  catalogue: Catalogue,
  values: Values,
): readonly RecordTest[] {
  return presences(catalogue).flatMap(({ source, time }): RecordTest[] => {
    const place = placeIn(text, source, values);
    const notation = notationOf(time.profile);
    if (place === undefined || notation === undefined) return [];
    const at: Condition = { column: time.ref, is: between(notation, window.day, window.day, window) };
    return [{ table: source.table, path: [...(source.ways[0] ?? [])], where: [place, at], has: [] }];
  });
}

/** Records that show somebody in contact with another on a day: rows that name two of them. */
export function contactTests(
  text: string,
  day: number,
  people: readonly Person[],
  catalogue: Catalogue,
): readonly RecordTest[] {
  const topics = new Set(wordsIn(text).flatMap(({ word }) => [...topicsOf(word)]));
  return catalogue.sources.flatMap((source): RecordTest[] => {
    const time = source.columns.find(({ profile, ref }) => ref.via === undefined && profile.kind === 'date');
    const [first, second] = source.ways;
    const notation = time && notationOf(time.profile);
    const person = people[0];
    if (!time || !notation || !first || !second || !person) return [];
    const own = [...source.topics, ...source.columns.flatMap((column) => [...column.topics])];
    if (!own.some((topic) => topics.has(topic))) return [];
    const at: Condition = { column: time.ref, is: between(notation, day, day) };
    return [
      [first, second],
      [second, first],
    ].map(([path = [], other = []]) => ({
      table: source.table,
      path: [...path],
      where: [counterpart(other, person), at],
      has: [],
    }));
  });
}

function counterpart(way: Source['ways'][number], { key, label }: Person): Condition {
  const last = way.at(-1);
  const via = way.slice(0, -1);
  return {
    column: { table: last?.from ?? '', column: last?.columns[0] ?? '', ...(via.length > 0 && { via }) },
    is: key,
    named: `${last?.columns[0] ?? ''} = ${label}`,
  };
}

type Presence = { readonly source: Source; readonly time: SourceColumn };

/** Tables whose rows say where somebody was at what time. */
function presences({ sources, kind }: Catalogue): readonly Presence[] {
  return sources.flatMap((source): Presence[] => {
    if (source.table === kind.table || source.ways.length !== 1) return [];
    const time = source.columns.find(
      ({ profile, ref }) => ref.via === undefined && profile.kind === 'date' && notationOf(profile)?.hasTime === true,
    );
    return time ? [{ source, time }] : [];
  });
}

function placeIn(text: string, source: Source, values: Values): Condition | undefined {
  for (const column of source.columns) {
    if (column.isProse) continue;
    const said = values.said(column.profile, text).find(({ value }) => /\p{Lu}/u.test(value) || value.length > 4);
    if (said) return { column: column.ref, is: said.value };
  }
  return undefined;
}

/** Where a speaker says to have been, as records of that day that would bear it out; none where a sentence says nothing of the kind. */
export function whereaboutsTests(
  sentence: string,
  day: number,
  catalogue: Catalogue,
  values: Values,
): readonly RecordTest[] {
  if (clocksIn(sentence).length === 0) return [];
  return presenceTests(sentence, { day, from: 0, to: 24 * 60 - 1 }, catalogue, values);
}

/** Records of being away on a day: journeys that begin before its end and end after its beginning. */
export function awayTests(day: number, { sources }: Catalogue): readonly RecordTest[] {
  return sources.flatMap((source): RecordTest[] => {
    if (!isTravel(source)) return [];
    const dates = source.columns.filter(({ profile, ref }) => profile.kind === 'date' && ref.via === undefined);
    const [begin, end] = intervalOf({ ...source, columns: dates }) ?? dates;
    const [from, to] = [begin && notationOf(begin.profile), end && notationOf(end.profile)];
    if (!begin || !end || !from || !to) return [];
    return [
      {
        table: source.table,
        path: [...(source.ways[0] ?? [])],
        where: [],
        has: [
          { column: begin.ref, is: { atMost: boundsOf(from, day, day).high } },
          { column: end.ref, is: { atLeast: boundsOf(to, day, day).low } },
        ],
      },
    ];
  });
}

function isTravel(source: Source): boolean {
  return (
    source.topics.has('travel') ||
    source.columns.some(({ topics, ref }) => ref.via === undefined && topics.has('travel') && !topics.has('visit'))
  );
}
