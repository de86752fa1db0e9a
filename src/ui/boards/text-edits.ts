/** Lines `from` up to but not including `to` of a text, counted from 0, are replaced by `lines`. */
export type LineEdit = { readonly from: number; readonly to: number; readonly lines: readonly string[] };

/**
 * The edits that turn one list of lines into the other, at most one for each section of a board's text: the text is canonical, so what
 * a person does changes a few neighbouring lines of one or two sections.
 */
export function lineEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const match = old.length === now.length && old.every(({ key }, s) => key === now[s]?.key);
  if (!match) return changedRange(before, after, 0);
  return [{ start: 0 }, ...old].flatMap(({ start }, s) =>
    changedRange(
      before.slice(start, old[s]?.start),
      after.slice(s === 0 ? 0 : now[s - 1]?.start, now[s]?.start),
      start,
    ),
  );
}

/** The lines where a key of the board itself begins. */
function sectionsOf(lines: readonly string[]): { readonly key: string; readonly start: number }[] {
  return lines.flatMap((line, start) => {
    const key = /^ {2}("\w+"):/.exec(line)?.[1];
    return key === undefined ? [] : [{ key, start }];
  });
}

function changedRange(before: readonly string[], after: readonly string[], offset: number): LineEdit[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  if (head === before.length && head === after.length) return [];
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [{ from: offset + head, to: offset + before.length - tail, lines: after.slice(head, after.length - tail) }];
}
