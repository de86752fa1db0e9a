import { inOneBreath, type Breathe } from '../base/breathe';
import type { Board, Evidence, Query } from './board';
import { withKeptRows } from './results';
import type { Value } from './value';

/** Where a number or name in a text comes from: `Q4/1/2` (query, row, column), `E2` (its statistics), `Q4` (its SQL), or the question. */
export type Binding = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly source: string | undefined;
};

/** What a text cites: the query, and the numbers that an operator computed from it. */
export type Cited = Pick<Evidence, 'query' | 'statistics'> & Partial<Pick<Evidence, 'id'>>;

/*
 * Numbers with their sign, thousands, decimals, exponent and percent sign; ISO dates; text in backticks or curly quotes. A number
 * inside a word or an id (`H1`, `room_2`) is part of a name.
 */
const TOKEN =
  /`([^`]+)`|“([^”]+)”|(?<![\p{L}\p{N}_./#-])(\d{4}-\d{2}-\d{2})(?![\p{L}\p{N}_-])|(?<![\p{L}\p{N}_.#])([−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[−-]?\d+)?)(\s?%|\spoints)?(?![\p{L}\p{N}_])/gu;

/** In `−7.8 to −4.2 points` the first number has the unit of the second. */
const UNIT_FOLLOWS = /^\s(?:to|–)\s[+−-]?[\d.,]+(\s?%|\spoints)/;

/** A p-value or a bound of an interval comes from a computation: a cell that holds the same digits means something else. */
const IS_COMPUTED = /(?:\bp\s?[=<≤]\s?|\binterval(?:\s[+−-]?[\d.,]+(?:e[−-]?\d+)?(?:\spoints)?\sto)?\s\+?)$/;

/** Confidence levels and margins of the method itself, which no result holds. */
const OF_THE_METHOD = /^\s?(interval|confidence)/;

const MOST_ROWS = 300;
/** Differences and ratios of cells are looked for in small results only: in large ones anything would be found. */
const MOST_DERIVED_ROWS = 12;

/**
 * Every number, date and quoted name of a text with the place it is found in the results of the evidence it cites, to the printed
 * precision; difference, ratio and percentage of two cells of a row or column count. `source` is undefined for what is not found.
 */
export function bindText(text: string, evidence: readonly Cited[], board: Board): readonly Binding[] {
  const tokens = [...text.matchAll(TOKEN)];
  if (tokens.length === 0) return [];
  const sources = sourcesOf(evidence, board);
  return tokens.flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const name = match[1] ?? match[2] ?? match[3];
    if (name !== undefined) return [{ start, end, text: match[0], source: sources.name(name) }];
    if (OF_THE_METHOD.test(text.slice(end))) return [];
    return [
      {
        start,
        end,
        text: match[0],
        source: sources.number(match[4] ?? '', (match[5] ?? UNIT_FOLLOWS.exec(text.slice(end))?.[1])?.trim(), {
          isBound: /[≥≤<>]\s$/.test(text.slice(0, start)),
          isComputed: match[5]?.trim() === 'points' || IS_COMPUTED.test(text.slice(0, start)),
        }),
      },
    ];
  });
}

/** What a text says that its evidence does not hold. */
export function unsupportedIn(text: string, evidence: readonly Cited[], board: Board): readonly string[] {
  return bindText(withoutLinks(text), evidence, board)
    .filter(({ source }) => source === undefined)
    .map((binding) => binding.text);
}

export type Unsupported = { readonly where: string; readonly tokens: readonly string[] };

/** All places on a board that say more than their evidence: facts, verdicts and lines of the report. */
export function unsupported(board: Board): readonly Unsupported[] {
  const byId = new Map(board.evidence.map((evidence) => [evidence.id, evidence]));
  const records = [
    ...board.evidence.map((evidence) => ({ where: evidence.id, text: evidence.fact, evidence: [evidence] })),
    ...board.verdicts.map(({ id, rationale, cites }) => ({
      where: id,
      text: rationale,
      evidence: cites.flatMap((cited) => byId.get(cited) ?? []),
    })),
  ].map(({ where, text, evidence }) => ({
    where,
    tokens: unsupportedIn(text, evidence.length > 0 ? evidence : board.evidence, board),
  }));
  const lines = [...unsupportedInReport(board)].map(([line, tokens]) => ({ where: `report line ${line}`, tokens }));
  return [...records.filter(({ tokens }) => tokens.length > 0), ...lines];
}

/** What lines of the report (from 1) say and the evidence that they cite, or any where they cite none, does not hold. */
export function unsupportedInReport(board: Board): ReadonlyMap<number, readonly string[]> {
  const byId = new Map(board.evidence.map((evidence) => [evidence.id, evidence]));
  const lines = board.report.split('\n').map((text, index): [number, readonly string[]] => {
    const cited = citedBy(text).flatMap((id) => byId.get(id) ?? []);
    return [index + 1, unsupportedIn(text, cited.length > 0 ? cited : board.evidence, board)];
  });
  return new Map(lines.filter(([, tokens]) => tokens.length > 0));
}

/** A report whose bound numbers link to their cells: `14.3 %` becomes `[14.3 %](#Q4/1/2)`. Links, headings and code are left alone. */
export async function bindReport(report: string, board: Board, breathe: Breathe = inOneBreath): Promise<string> {
  const byId = new Map(board.evidence.map((evidence) => [evidence.id, evidence]));
  // A link leads to a cell that the file keeps.
  const kept = board.investigation.kept ?? { results: 'sample' };
  const filed = { ...board, queries: board.queries.map((query) => withKeptRows(query, kept)) };
  let fenced = false;
  const lines: string[] = [];
  for (const line of report.split('\n')) {
    await breathe();
    if (line.startsWith('```')) fenced = !fenced;
    const isLeftAlone = fenced || /^(```|    |#)/.test(line);
    const evidence = isLeftAlone ? [] : citedBy(line).flatMap((id) => byId.get(id) ?? []);
    // A line that cites nothing has nothing to link to.
    lines.push(evidence.length === 0 ? line : linkedLine(line, evidence, filed));
  }
  return lines.join('\n');
}

/** What is a link or code already stays as it is. */
function linkedLine(line: string, evidence: readonly Evidence[], board: Board): string {
  return line
    .split(/(\[[^\]]*\]\([^)]*\)|`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : linked(part, evidence, board)))
    .join('');
}

/** The evidence ids that a line names, `[E2]` or `E2`; where its numbers link to is not a citation. */
export function citedBy(line: string): readonly string[] {
  const told = line.replaceAll(/\]\(#[^)]*\)/g, ']');
  return [...new Set([...told.matchAll(/\bE[1-9]\d*\b/g)].map(([id]) => id))];
}

function linked(text: string, evidence: readonly Evidence[], board: Board): string {
  let out = '';
  let from = 0;
  for (const { start, end, source } of bindText(text, evidence, board)) {
    // A bare digit counts something of the text itself: "none of the 4".
    if (source === undefined || !/^[QE]/.test(source) || /^\d$/.test(text.slice(start, end))) continue;
    out += `${text.slice(from, start)}[${text.slice(start, end)}](#${source})`;
    from = end;
  }
  return out + text.slice(from);
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\]\(#[^)]*\)/g, ']').replaceAll(/\[([^\]]*)\]/g, '$1');
}

function sourcesOf(evidence: readonly Cited[], board: Board) {
  const queries = evidence.flatMap(({ query }) => board.queries.find(({ id }) => id === query) ?? []);
  const unique = [...new Map(queries.map((query) => [query.id, query])).values()];
  const given = givenBy(board);
  const cited = new Set(evidence.map(({ id }) => id));
  // A confidence is the verdict's own: it is not looked for in cells that happen to hold the same number.
  const verdicts = board.verdicts.filter(({ cites }) => cites.some((id) => cited.has(id)));
  return {
    name(name: string): string | undefined {
      for (const query of unique) {
        const place = placeWhere(
          query,
          query.rows.slice(0, MOST_ROWS),
          (cell) => String(cell) === name || (typeof cell === 'string' && cell.startsWith(name)),
        );
        if (place !== undefined) return place;
        if (query.sql.includes(name) || query.columns.includes(name)) return query.id;
      }
      return given.text.includes(name) ? 'question' : undefined;
    },
    number(
      digits: string,
      unit: string | undefined,
      { isBound, isComputed }: { readonly isBound: boolean; readonly isComputed: boolean },
    ): string | undefined {
      const printed = printedNumber(digits, unit);
      const matches = (value: number) => Math.abs(Math.abs(value) - Math.abs(printed.value)) <= printed.tolerance;
      // The bound of a condition, `age ≥ 65`, comes from the SQL or the question, not from a count that equals it.
      if (isBound) {
        const asked = unique.find(({ sql }) => numbersOf(sql).some(matches));
        if (asked) return asked.id;
        if (given.numbers.some(matches)) return 'question';
      }
      const judged =
        unit === undefined ? verdicts.find(({ confidence }) => digits === confidence.toFixed(2)) : undefined;
      if (judged) return judged.id;
      const computed = evidence.find(({ statistics }) => statistics && numbersIn(statistics).some(matches));
      if (computed && isComputed) return computed.id ?? computed.query;
      for (const query of unique) {
        const place = placeWhere(query, numbersByCell(query), (numbers) => numbers.some(matches));
        if (place !== undefined) return place;
      }
      if (computed) return computed.id ?? computed.query;
      for (const query of unique) {
        const derived = derivedWhere(query, unit !== undefined, matches);
        if (derived !== undefined) return derived;
        if (numbersOf(query.sql).some(matches)) return query.id;
        if (typeof query.rowCount === 'number' && matches(query.rowCount)) return query.id;
      }
      const verdict = verdicts.find(({ adjustedP }) => adjustedP !== undefined && matches(adjustedP));
      if (verdict) return verdict.id;
      return given.numbers.some(matches) ? 'question' : undefined;
    },
  };
}

/** What the person and the investigation itself say, which no result holds. */
type Given = { readonly text: string; readonly numbers: readonly number[] };

/** Read once a board, and not again for each sentence on it. */
const givens = new WeakMap<Board, Given>();

function givenBy(board: Board): Given {
  const known = givens.get(board);
  if (known !== undefined) return known;
  const { question, assumptions, limitations } = board.investigation;
  const statements = board.hypotheses.map(({ statement }) => statement);
  const text = [question, ...assumptions, ...limitations, ...statements].join('\n');
  const given = { text, numbers: numbersOf(text) };
  givens.set(board, given);
  return given;
}

function printedNumber(digits: string, unit: string | undefined): { value: number; tolerance: number } {
  const plain = digits.replaceAll(',', '').replaceAll('−', '-');
  const [mantissa = '', exponent = '0'] = plain.split('e');
  const decimals = (mantissa.split('.')[1] ?? '').length;
  const scale = unit === undefined ? 1 : 0.01;
  // Half a unit of the last printed place, and a little for rounding in the last bit.
  // What is too small to hold is 0, and printed as less than 1e−300.
  const tolerance = Math.max(1e-300, 0.5000001 * 10 ** (Number(exponent) - decimals) * scale);
  return { value: Number(plain) * scale, tolerance };
}

function placeWhere<Cell>(
  { id }: Query,
  rows: readonly (readonly Cell[])[],
  test: (cell: Cell) => boolean,
): string | undefined {
  for (const [row, cells] of rows.entries()) {
    const column = cells.findIndex(test);
    if (column >= 0) return `${id}/${row}/${column}`;
  }
  return undefined;
}

/** The numbers in the cells of a result, which are read once and not again for each number of a text. */
const cellNumbers = new WeakMap<Query, readonly (readonly (readonly number[])[])[]>();

function numbersByCell(query: Query): readonly (readonly (readonly number[])[])[] {
  const known = cellNumbers.get(query);
  if (known !== undefined) return known;
  const numbers = query.rows.slice(0, MOST_ROWS).map((row) => row.map(numbersOfCell));
  cellNumbers.set(query, numbers);
  return numbers;
}

function numbersOfCell(cell: Value): readonly number[] {
  if (typeof cell === 'number' || typeof cell === 'bigint') return [Number(cell)];
  // A number inside a text: the bounds of a band, a code.
  return typeof cell === 'string' && cell.length < 200 ? numbersOf(cell) : [];
}

/** A share of two counts or a difference of two shares where the number has a unit, else a difference, sum or ratio. */
function derivedWhere(query: Query, hasUnit: boolean, matches: (value: number) => boolean): string | undefined {
  if (query.rows.length > MOST_DERIVED_ROWS) return undefined;
  const { rows } = query;
  const number = (row: number, column: number): number | undefined => {
    const cell = rows[row]?.[column];
    return typeof cell === 'number' ? cell : undefined;
  };
  const hit = (a: number | undefined, b: number | undefined): boolean => {
    if (a === undefined || b === undefined) return false;
    const ratio = b !== 0 && matches(a / b);
    if (!hasUnit) return ratio || matches(a - b) || matches(a + b);
    if (Number.isInteger(a) && Number.isInteger(b)) return ratio;
    return Math.abs(a) <= 1 && Math.abs(b) <= 1 && matches(a - b);
  };
  for (const [row, cells] of rows.entries()) {
    for (const column of cells.keys()) {
      const own = number(row, column);
      for (const other of cells.keys())
        if (other !== column && hit(own, number(row, other))) return `${query.id}/${row}/${column}`;
      for (const other of rows.keys())
        if (other !== row && hit(own, number(other, column))) return `${query.id}/${row}/${column}`;
    }
  }
  return undefined;
}

function numbersOf(text: string): number[] {
  return [...text.matchAll(/(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e-?\d+)?/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return numbersOf(value);
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(numbersIn);
  return [];
}
