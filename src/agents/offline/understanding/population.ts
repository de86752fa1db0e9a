import type { Condition } from '../../../board/claim';
import type { DataReader } from '../../roles';
import { describeCondition } from '../../analysis/condition';
import { asConstant, yesNoOf } from '../../analysis/describe';
import type { ColumnProfile } from '../../analysis/profile';
import { sqlName } from '../../../database/name';
import type { Atlas } from './atlas';
import type { Mention, Token } from './mentions';
import { likeness } from './similarity';
import type { Threshold } from './thresholds';

/** Conditions read from the question, and how. */
export type Population = { readonly conditions: readonly Condition[]; readonly assumptions: readonly string[] };

/** Read from words such as "older": where they stand, and whether they speak of ages. */
export type Relative = Population & {
  readonly words: readonly string[];
  readonly places: readonly { readonly start: number; readonly end: number }[];
  readonly isAge: boolean;
};

/** From this age on people are called older (the United Nations and most health statistics begin at 60 or 65). */
const OLDER = 65;
const ADULT = 18;

const RELATIVE: readonly {
  readonly pattern: RegExp;
  readonly age: Condition['is'] | undefined;
  readonly top: boolean | undefined;
  readonly ageOnly: boolean;
}[] = [
  {
    pattern: /\b(?:older|elderly|aged|old|senior|seniors|geriatric)\b/i,
    age: { atLeast: OLDER },
    top: true,
    ageOnly: true,
  },
  { pattern: /\b(?:younger|young)\b/i, age: undefined, top: false, ageOnly: true },
  {
    pattern: /\b(?:children|child|kids|minors|paediatric|pediatric)\b/i,
    age: { below: ADULT },
    top: false,
    ageOnly: true,
  },
  { pattern: /\badults?\b/i, age: { atLeast: ADULT }, top: true, ageOnly: true },
  {
    pattern: /\b(?:high|higher|large|larger|big|bigger|heavy|heavier|long|longer|expensive|rich|richer)[- ](?=\w)/i,
    age: undefined,
    top: true,
    ageOnly: false,
  },
  {
    pattern: /\b(?:low|lower|small|smaller|light|lighter|short|shorter|cheap|poor|poorer)[- ](?=\w)/i,
    age: undefined,
    top: false,
    ageOnly: false,
  },
];

/** Numbers in the question belong to the nearest numeric column named before or after them, or to age where the wording says so. */
export function thresholdConditions(
  thresholds: readonly Threshold[],
  tokens: readonly Token[],
  mentions: readonly Mention[],
  atlas: Atlas,
): Population & { readonly used: readonly Mention[] } {
  const conditions: Condition[] = [];
  const assumptions: string[] = [];
  const used: Mention[] = [];
  for (const threshold of thresholds) {
    const numeric = mentions.filter((each) => each.kind === 'column' && isNumeric(each.profile));
    const place = (each: Mention) => ({ start: tokens[each.from]?.start ?? 0, end: tokens[each.to - 1]?.end ?? 0 });
    const gap = (each: Mention) => {
      const { start, end } = place(each);
      return end <= threshold.start ? threshold.start - end : start >= threshold.end ? start - threshold.end + 6 : 0;
    };
    const near = numeric.filter((each) => gap(each) <= 30).sort((a, b) => gap(a) - gap(b) || b.score - a.score)[0];
    const age = ageColumn(atlas);
    const chosen = threshold.isAge && age ? age : near?.kind === 'column' ? near.profile : age;
    if (!chosen) continue;
    if (near?.kind === 'column' && near.profile === chosen) used.push(near);
    const condition = { column: { table: chosen.table, column: chosen.column }, is: threshold.range };
    conditions.push(condition);
    if (near?.kind !== 'column' || near.profile !== chosen)
      assumptions.push(`the number in the question is read as ${describeCondition(condition)}`);
  }
  return { conditions, assumptions, used };
}

/** "older", "young", "high income": an age by convention, elsewhere the top or bottom quarter of the column. */
export async function relativeConditions(
  question: string,
  tokens: readonly Token[],
  mentions: readonly Mention[],
  taken: readonly Condition[],
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<Relative> {
  for (const { pattern, age, top, ageOnly } of RELATIVE) {
    const match = pattern.exec(question);
    if (!match) continue;
    const word = match[0].trim();
    const at = match.index;
    const place = { start: at, end: at + word.length };
    const named = mentions.find(
      (each) =>
        each.kind === 'column' &&
        isNumeric(each.profile) &&
        Math.abs((tokens[each.from]?.start ?? 0) - at - match[0].length) <= 2,
    );
    const column = ageOnly ? ageColumn(atlas) : named?.kind === 'column' ? named.profile : undefined;
    if (!column || taken.some((each) => each.column.column === column.column && each.column.table === column.table))
      continue;
    // "Child" or "senior" may be a value or a flag of the data: that is then what is meant.
    if (
      mentions.some(
        (each) =>
          each.kind !== 'table' &&
          each.score >= 0.85 &&
          covers(each, tokens, at) &&
          (each.kind === 'value' || each.profile.kind === 'category'),
      )
    )
      continue;
    // Where nobody is grown up, all are children already.
    if (age !== undefined && 'below' in Object(age) && typeof column.greatest === 'number' && column.greatest < ADULT)
      continue;
    const reference = { table: column.table, column: column.column };
    const reaches = typeof column.greatest === 'number' && column.greatest >= OLDER + 5 && isAgeLike(column);
    if (ageOnly && reaches && age !== undefined) {
      const condition = { column: reference, is: age };
      return {
        conditions: [condition],
        assumptions: [`${word}: ${describeCondition(condition)}`],
        words: [word],
        places: [place],
        isAge: true,
      };
    }
    const cut = await quarterBound(column, top ?? true, data, signal);
    const condition = { column: reference, is: top ? { atLeast: cut } : { atMost: cut } };
    const which = top ? 'top' : 'bottom';
    return {
      conditions: [condition],
      assumptions: [`${word}: the ${which} quarter of ${column.column}, ${describeCondition(condition)}`],
      words: [word],
      places: [place],
      isAge: ageOnly,
    };
  }
  return { conditions: [], assumptions: [], words: [], places: [], isAge: false };
}

/** A mentioned value, or a mentioned yes-or-no column, as a condition. */
export function conditionOf(mention: Mention): Condition | undefined {
  if (mention.kind === 'value')
    return { column: { table: mention.table, column: mention.column }, is: asConstant(mention.value) };
  if (mention.kind !== 'column') return undefined;
  const said =
    mention.profile.kind === 'category' ? yesNoOf(mention.profile.values.map(({ value }) => value)) : undefined;
  if (!said) return undefined;
  return { column: { table: mention.table, column: mention.column }, is: asConstant(said.yes), named: mention.column };
}

export function isNumeric(profile: ColumnProfile): boolean {
  return (
    profile.kind === 'number' ||
    (profile.kind === 'category' && typeof profile.least === 'number' && profile.distinct > 2)
  );
}

/** The column that holds ages of people, if there is one. */
export function ageColumn(atlas: Atlas): ColumnProfile | undefined {
  return atlas.profiles.find(isAgeLike);
}

function isAgeLike(profile: ColumnProfile): boolean {
  if (!isNumeric(profile) || typeof profile.greatest !== 'number' || typeof profile.least !== 'number') return false;
  const named = profile.column
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => ['age', 'ages', 'aged', 'years', 'yrs', 'old'].includes(word));
  return named && profile.greatest <= 130 && profile.least >= 0;
}

function covers(mention: Mention, tokens: readonly Token[], at: number): boolean {
  return (tokens[mention.from]?.start ?? Infinity) <= at && (tokens[mention.to - 1]?.end ?? 0) > at;
}

async function quarterBound(
  profile: ColumnProfile,
  top: boolean,
  data: DataReader,
  signal: AbortSignal,
): Promise<number> {
  const [table, column] = [sqlName(profile.table), sqlName(profile.column)];
  const sql = `SELECT quarter, MIN(value) AS least, MAX(value) AS greatest\nFROM (SELECT ${column} AS value, NTILE(4) OVER (ORDER BY ${column}) AS quarter FROM ${table} WHERE ${column} IS NOT NULL)\nGROUP BY quarter\nORDER BY quarter`;
  const { rows } = await data.run(sql, `quarters of ${profile.column}`, signal);
  return Number(top ? rows.at(-1)?.[1] : rows[0]?.[2]);
}

/** Whether a table's name is the noun of a phrase such as "older patients". */
export function isTableNoun(word: string, table: string): boolean {
  return table.split(/[^A-Za-z]+/).some((part) => likeness(part.toLowerCase(), word).score >= 0.85);
}
