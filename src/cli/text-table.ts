import stringWidth from 'string-width';

export type Column = { readonly title: string; readonly align?: 'left' | 'right' };

/**
 * Rows under their titles, as wide as a terminal shows them, two spaces apart.
 * @param rule draws the line under the titles, given its text
 */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  rule: (line: string) => string = (line) => line,
): string {
  const titles = columns.map(({ title }) => title);
  const aligned = alignedLines(
    [titles, ...rows],
    columns.map(({ align }) => align),
  );
  const widths = columnWidths([titles, ...rows]);
  const [head = '', ...body] = aligned;
  return [head, rule(widths.map((width) => '─'.repeat(width)).join(GAP)), ...body].join('\n');
}

const GAP = '  ';

/** Rows as lines whose columns stand under each other; to the left where nothing else is said. */
export function alignedLines(
  rows: readonly (readonly string[])[],
  aligns: readonly (Column['align'] | undefined)[] = [],
): readonly string[] {
  const widths = columnWidths(rows);
  return rows.map((cells) =>
    widths
      .map((width, index) => pad(cells[index] ?? '', width, aligns[index] ?? 'left'))
      .join(GAP)
      .trimEnd(),
  );
}

function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, stringWidth(cell));
  }
  return widths;
}

/** The text cut to a width, with an ellipsis where something is missing. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in lines of at most that width, broken at spaces. */
export function wrapText(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || stringWidth(indent + longer) <= width) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines.map((line) => indent + line).join('\n');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? blanks + text : text + blanks;
}
