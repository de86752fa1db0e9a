import type { ColumnRef, Condition, Constant, Outcome, Period } from '../../../board/claim';
import type { DataReader } from '../../roles';
import type { Atlas } from './atlas';
import { directionOf, intentOf, roleIn } from './cues';
import { namesTime } from './periods';
import { readChange } from './read-change';
import { readComparison } from './read-comparison';
import { readDrivers } from './read-drivers';
import { readEffect } from './read-effect';
import { readEvent } from './read-event';
import { readUnclear } from './read-unclear';
import { Reader } from './reader';

/** A question as the offline team understood it. */
export type Reading =
  | ({
      readonly intent: 'compare';
      readonly among: ColumnRef;
      readonly candidates: readonly Condition[];
      /** Of how many values the candidates were chosen for how they look; undefined where they were not. */
      readonly chosenAmong?: number;
      readonly direction: EffectDirection;
    } & Subject)
  | ({
      readonly intent: 'effect';
      readonly exposure: Condition;
      readonly versus?: Condition;
      readonly direction: EffectDirection;
    } & Subject)
  | ({ readonly intent: 'drivers' } & Subject)
  | {
      readonly intent: 'change';
      readonly outcome: Outcome;
      readonly when: ColumnRef;
      readonly from: Period;
      readonly to: Period;
      readonly names: { readonly from: string; readonly to: string };
      readonly direction: 'rose' | 'fell';
      /** The first day of the data. */
      readonly first: string;
      readonly population: readonly Condition[];
      readonly assumptions: readonly string[];
    }
  | {
      readonly intent: 'event';
      /** What it happened to. */
      readonly unit: { readonly table: string; readonly key: string; readonly value: Constant };
      readonly effect: Condition;
      readonly causes: readonly Condition[];
      /** When a cause may have come. */
      readonly within: Period;
      readonly assumptions: readonly string[];
    }
  | {
      readonly intent: 'identify';
      /** What the one who is looked for is: `murderer`, `thief`, `culprit`. */
      readonly role: string;
      readonly assumptions: readonly string[];
    }
  | { readonly intent: 'unanswerable'; readonly why: string; readonly assumptions: readonly string[] };

export type EffectDirection = 'raises' | 'lowers' | 'differs';

/** Whom and what a question is about. */
export type Subject = {
  readonly unit: string;
  readonly population: readonly Condition[];
  readonly outcome: Outcome;
  readonly assumptions: readonly string[];
};

/** Reads a question against a database: which columns it speaks of, for which units, and what would answer it. */
export async function readQuestion(
  question: string,
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<Reading> {
  const reader = await Reader.begin(question, atlas, data, signal);
  switch (intentOf(reader.text, namesTime(reader.text))) {
    case 'event':
      return readEvent(reader);
    case 'identify':
      return { intent: 'identify', role: roleIn(question), assumptions: reader.assumptions };
    case 'change':
      return readChange(reader);
    case 'compare':
      return readComparison(reader, directionOf(reader.text));
    case 'effect':
      return readEffect(reader, directionOf(reader.text));
    case 'number':
      return reader.cannot(
        'the question asks for one number, not for what makes a difference',
        'read it with data-detective query and a SELECT, or ask which of several has the most of it, or why it is so',
      );
    case 'unclear':
      return readUnclear(reader, directionOf(reader.text));
    case 'drivers':
      return readDrivers(reader, directionOf(reader.text));
  }
}
