import type { Range } from '../../../board/claim';

/** A comparison with a number: `at least 65`, `over 40`, `between 20 and 30`, `65 or older`, `65+`. */
export type Threshold = {
  readonly range: Range;
  /** Character positions. */
  readonly start: number;
  readonly end: number;
  /** The wording itself is about age: `older than`, `aged`, `years old`. */
  readonly isAge: boolean;
};

/** Thousands may be set off by commas; a single comma elsewhere is a decimal one. */
const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)`;
const UNIT = String.raw`(\s*(?:years?(?: old| of age)?|yrs?|yo))?`;

const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly range: (a: number, b: number) => Range;
  readonly isAge?: boolean;
}[] = [
  {
    pattern: new RegExp(String.raw`\b(?:between|from)\s+${NUMBER}\s*(?:and|to|-|–)\s*${NUMBER}${UNIT}`, 'gi'),
    range: (a, b) => ({ atLeast: a, atMost: b }),
  },
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:at least|no less than|not less than|minimum of|a minimum of|not below)|≥|>=)\s*${NUMBER}${UNIT}`,
      'gi',
    ),
    range: (a) => ({ atLeast: a }),
  },
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:at most|no more than|not more than|up to|maximum of|not above)|≤|<=)\s*${NUMBER}${UNIT}`,
      'gi',
    ),
    range: (a) => ({ atMost: a }),
  },
  {
    pattern: new RegExp(String.raw`\b(?:older than)\s*${NUMBER}${UNIT}`, 'gi'),
    range: (a) => ({ above: a }),
    isAge: true,
  },
  {
    pattern: new RegExp(String.raw`\b(?:younger than)\s*${NUMBER}${UNIT}`, 'gi'),
    range: (a) => ({ below: a }),
    isAge: true,
  },
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:more than|greater than|larger than|higher than|over|above|exceeding|beyond)|>)\s*${NUMBER}${UNIT}`,
      'gi',
    ),
    range: (a) => ({ above: a }),
  },
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:less than|fewer than|smaller than|lower than|under|below)|<)\s*${NUMBER}${UNIT}`,
      'gi',
    ),
    range: (a) => ({ below: a }),
  },
  {
    pattern: new RegExp(String.raw`\b${NUMBER}${UNIT}\s*(?:or|and)\s*older\b`, 'gi'),
    range: (a) => ({ atLeast: a }),
    isAge: true,
  },
  {
    pattern: new RegExp(String.raw`\b${NUMBER}${UNIT}\s*(?:or|and)\s*younger\b`, 'gi'),
    range: (a) => ({ atMost: a }),
    isAge: true,
  },
  {
    pattern: new RegExp(
      String.raw`\b${NUMBER}${UNIT}\s*(?:or|and)\s*(?:more|over|above|higher|greater|up|upwards)\b`,
      'gi',
    ),
    range: (a) => ({ atLeast: a }),
  },
  {
    pattern: new RegExp(String.raw`\b${NUMBER}${UNIT}\s*(?:or|and)\s*(?:less|under|below|lower|fewer)\b`, 'gi'),
    range: (a) => ({ atMost: a }),
  },
  { pattern: new RegExp(String.raw`\b${NUMBER}\s*\+`, 'gi'), range: (a) => ({ atLeast: a }) },
];

/** All comparisons with numbers in a question, in its order. Of overlapping ones the first pattern wins. */
export function thresholdsIn(question: string): readonly Threshold[] {
  const found: Threshold[] = [];
  for (const { pattern, range, isAge = false } of PATTERNS) {
    for (const match of question.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((each) => start < each.end && end > each.start)) continue;
      const [a, b] = [number(match[1]), number(match[2])];
      const aged = /\baged?\s*$/i.test(question.slice(0, start)) || /\b(?:years? old|of age|yo)\b/i.test(match[0]);
      found.push({ range: range(a, b), start, end, isAge: isAge || aged });
    }
  }
  return found.sort((x, y) => x.start - y.start);
}

/** The question with stretches blanked out, so that what was read is not read again. Positions stay. */
export function without(question: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  let text = question;
  for (const { start, end } of parts) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  return text;
}

function number(text: string | undefined): number {
  const digits = text ?? '';
  return Number(/^\d{1,3}(,\d{3})+(\.|$)/.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'));
}
