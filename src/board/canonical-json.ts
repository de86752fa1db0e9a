/*
 * JSON for people who read diffs: two-space indent, what is short on one line, a list that grows one item a line.
 * A pure function of the value, so equal boards are equal bytes.
 */

const WIDTH = 120;

/** What grows item by item: always one item a line, however short or long, so that a diff shows the item. */
const LINE_BY_LINE: ReadonlySet<string> = new Set(['sql', 'rows', 'links', 'report', 'history']);

/**
 * A JSON object as canonical text with a final newline, made in small steps. Keys stay in the order given; undefined ones are left
 * out. The object and the values of its keys are always spread over lines; deeper down what fits the width is one line.
 */
export function* printing(sections: object): Generator<void, string> {
  const members: string[] = [];
  for (const [key, value] of entriesOf(sections)) {
    const text = Array.isArray(value) ? yield* listPrinting(key, value) : sectionText(key, value);
    members.push(`${JSON.stringify(key)}: ${text}`);
  }
  return `${brackets('{}', members, '')}\n`;
}

/** Takes all steps at once. */
export function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function sectionText(key: string, value: unknown): string {
  return typeof value === 'object' && value !== null ? spread(value, '  ') : member(key, value, '  ', 0);
}

function* listPrinting(key: string, list: readonly unknown[]): Generator<void, string> {
  const items: string[] = [];
  for (const item of list) {
    items.push(LINE_BY_LINE.has(key) ? oneLine(item) : print(item, '    ', 5));
    yield;
  }
  return brackets('[]', items, '  ');
}

/** @param used columns that stand before the value on its line, and after it */
function print(value: unknown, indent: string, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // Without its blanks it is shorter: most of what needs several lines is found at the first, much faster look.
  if (!hasLineByLine(value) && JSON.stringify(value).length + used <= WIDTH) {
    const line = oneLine(value);
    if (line.length + used <= WIDTH) return line;
  }
  return spread(value, indent);
}

function spread(value: object, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => print(item, inner, inner.length + 1));
    return brackets('[]', items, indent);
  }
  const members = entriesOf(value).map(([key, child]) => {
    const label = `${JSON.stringify(key)}: `;
    return label + member(key, child, inner, inner.length + label.length + 1);
  });
  return brackets('{}', members, indent);
}

function member(key: string, value: unknown, indent: string, used: number): string {
  if (LINE_BY_LINE.has(key) && Array.isArray(value)) return brackets('[]', value.map(oneLine), indent);
  return print(value, indent, used);
}

function brackets(pair: '[]' | '{}', items: readonly string[], indent: string): string {
  if (items.length === 0) return pair;
  const separator = `\n${indent}  `;
  return `${pair[0]}${separator}${items.join(`,${separator}`)}\n${indent}${pair[1]}`;
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return rowLine(value);
  const members = entriesOf(value).map(([key, child]) => `${JSON.stringify(key)}: ${oneLine(child)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Rows of results are most of a board: no list is made of their cells. */
function rowLine(cells: readonly unknown[]): string {
  let line = '';
  for (const cell of cells) line += (line === '' ? '' : ', ') + oneLine(cell);
  return `[${line}]`;
}

function hasLineByLine(value: object): boolean {
  return entriesOf(value).some(([key, child]) => LINE_BY_LINE.has(key) && Array.isArray(child));
}

function entriesOf(object: object): [string, unknown][] {
  return (Object.entries(object) as [string, unknown][]).filter(([, value]) => value !== undefined);
}
