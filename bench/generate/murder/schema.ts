import type { Random } from '../../../src/base/random';
import { pick } from '../draw';
import type { Frames } from '../frames';
import type { ColumnToWrite } from '../tables';

type Type = ColumnToWrite['type'] | 'date' | 'time';

/** The tables of a murder case by concept: columns with their types and what they refer to. The first column is the key. */
export const CONCEPTS = {
  person: {
    id: 'INTEGER',
    name: 'TEXT',
    born: 'date',
    gender: 'TEXT',
    hair: 'TEXT',
    height: 'INTEGER',
    address: 'INTEGER',
  },
  alias: { id: 'INTEGER', person: 'INTEGER', alias: 'TEXT' },
  vehicle: { id: 'INTEGER', owner: 'INTEGER', plate: 'TEXT', make: 'TEXT', model: 'TEXT', colour: 'TEXT' },
  phone: { id: 'INTEGER', person: 'INTEGER', number: 'TEXT' },
  phone_call: { id: 'INTEGER', from: 'INTEGER', to: 'INTEGER', at: 'time', seconds: 'INTEGER' },
  keycard_log: { id: 'INTEGER', person: 'INTEGER', building: 'TEXT', at: 'time' },
  bank_txn: { id: 'INTEGER', person: 'INTEGER', on: 'date', kind: 'TEXT', amount: 'INTEGER' },
  purchase: { id: 'INTEGER', person: 'INTEGER', item: 'TEXT', shop: 'TEXT', on: 'date', price: 'INTEGER' },
  club_member: { id: 'INTEGER', person: 'INTEGER', club: 'TEXT', status: 'TEXT', joined: 'date' },
  club_checkin: { id: 'INTEGER', member: 'INTEGER', on: 'date', in: 'INTEGER', out: 'INTEGER' },
  event_attendance: { id: 'INTEGER', person: 'INTEGER', event: 'TEXT', on: 'date' },
  employment: { id: 'INTEGER', person: 'INTEGER', company: 'TEXT', job: 'TEXT', since: 'date' },
  relation: { id: 'INTEGER', person: 'INTEGER', other: 'INTEGER', kind: 'TEXT' },
  address: { id: 'INTEGER', street: 'TEXT', number: 'INTEGER', city: 'TEXT' },
  incident_report: { id: 'INTEGER', on: 'date', kind: 'TEXT', city: 'TEXT', text: 'TEXT' },
  interview: { id: 'INTEGER', person: 'INTEGER', text: 'TEXT' },
  forensic_report: { id: 'INTEGER', incident: 'INTEGER', text: 'TEXT' },
  camera_note: { id: 'INTEGER', building: 'TEXT', at: 'time', text: 'TEXT' },
  travel_booking: { id: 'INTEGER', person: 'INTEGER', destination: 'TEXT', departs: 'date', returns: 'date' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Type>>>>;

export type Concept = keyof typeof CONCEPTS;
export const ALL_CONCEPTS = Object.keys(CONCEPTS) as readonly Concept[];

const REFERENCES: Readonly<Record<string, Concept>> = {
  'person.address': 'address',
  'alias.person': 'person',
  'vehicle.owner': 'person',
  'phone.person': 'person',
  'phone_call.from': 'phone',
  'phone_call.to': 'phone',
  'keycard_log.person': 'person',
  'bank_txn.person': 'person',
  'purchase.person': 'person',
  'club_member.person': 'person',
  'club_checkin.member': 'club_member',
  'event_attendance.person': 'person',
  'employment.person': 'person',
  'relation.person': 'person',
  'relation.other': 'person',
  'interview.person': 'person',
  'forensic_report.incident': 'incident_report',
  'travel_booking.person': 'person',
};

export type DateForm = 'integer' | 'iso' | 'epoch';

/** How a case names its tables and columns, and writes its dates. */
export class Vocabulary {
  readonly #names = new Map<string, string>();

  constructor(
    random: Random,
    frames: Frames,
    readonly dates: DateForm,
  ) {
    for (const concept of ALL_CONCEPTS) {
      const words = frames.schema[concept];
      const isTable = words !== undefined && !Array.isArray(words);
      this.#names.set(concept, isTable ? pick(random, words.names) : concept);
      for (const column of columnsOf(concept)) {
        const names = isTable ? words.columns[column] : undefined;
        this.#names.set(`${concept}.${column}`, names ? pick(random, names) : column);
      }
    }
  }

  /** The name of a table (`vehicle`) or a column (`vehicle.plate`) in this case. */
  name(concept: string): string {
    const name = this.#names.get(concept);
    if (name === undefined) throw new RangeError(`unknown concept: ${concept}`);
    return name;
  }

  columns(concept: Concept): readonly ColumnToWrite[] {
    return columnsOf(concept).map((column, index): ColumnToWrite => {
      const target = REFERENCES[`${concept}.${column}`];
      return {
        name: this.name(`${concept}.${column}`),
        type: this.#type(typeOf(concept, column)),
        ...(index === 0 && { isKey: true }),
        ...(target && { references: { table: this.name(target), column: this.name(`${target}.id`) } }),
      };
    });
  }

  /** A day, counted from 1970-01-01. */
  day(day: number): string | number {
    if (this.dates === 'iso') return isoDay(day);
    return this.dates === 'epoch' ? day * 86_400 : compact(day);
  }

  /** A minute of a day. */
  time(day: number, minute: number): string | number {
    if (this.dates === 'iso') return `${isoDay(day)} ${clockOf(minute)}`;
    if (this.dates === 'epoch') return day * 86_400 + minute * 60;
    return compact(day) * 10_000 + Math.floor(minute / 60) * 100 + (minute % 60);
  }

  #type(type: Type): ColumnToWrite['type'] {
    if (type === 'date' || type === 'time') return this.dates === 'iso' ? 'TEXT' : 'INTEGER';
    return type;
  }
}

/** Days are written millions of times in a large city, and there are few of them. */
const isoDays = new Map<number, string>();

function isoDay(day: number): string {
  const known = isoDays.get(day);
  if (known !== undefined) return known;
  const iso = new Date(day * 86_400_000).toISOString().slice(0, 10);
  isoDays.set(day, iso);
  return iso;
}

/** 14 March 2021 as 20210314. */
function compact(day: number): number {
  return Number(isoDay(day).replaceAll('-', ''));
}

/** `21:05` */
export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

export function columnsOf(concept: Concept): readonly string[] {
  return Object.keys(CONCEPTS[concept]);
}

function typeOf(concept: Concept, column: string): Type {
  const types: Readonly<Record<string, Type>> = CONCEPTS[concept];
  const type = types[column];
  if (type === undefined) throw new RangeError(`unknown column: ${concept}.${column}`);
  return type;
}
