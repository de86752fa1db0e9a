import { diffIndices } from 'node-diff3';
import type { Board } from '../board';
import { printBoard } from '../codec';
import { SECTIONS } from './rename';
import type { Merged } from './three-way';

/*
 * Boards are printed line by line in one way only: sections are indented by two blanks, their records by four. So two boards that
 * agree in all but some records have the same lines outside these.
 */

/**
 * Both sides of a merge as one text, with git's conflict markers around the lines in which they differ: within a record from the
 * first to the last such line, so that a record is as one side has it.
 */
export function conflictText(merged: Merged<Board>): string {
  const [ours, theirs] = [merged.ours, merged.theirs].map(partsOf);
  const lines = (ours ?? []).flatMap((part, index) => {
    const other = theirs?.[index] ?? [];
    if (part.join('\n') === other.join('\n')) return part;
    return isReport(part) ? marked(part, other, hunks(part, other)) : marked(part, other, [span(part, other)]);
  });
  return `${lines.join('\n')}\n`;
}

type Lines = readonly string[];

/** Lines of one side that stand where those of the other stand: from the first to just before the last. */
type Hunk = {
  readonly ours: readonly [from: number, to: number];
  readonly theirs: readonly [from: number, to: number];
};

/** The lines in parts that correspond on both sides: every record, the investigation, the report, and what comes after it. */
function partsOf(board: Board): readonly Lines[] {
  const parts: string[][] = [[]];
  let section = '';
  for (const line of printBoard(board, { results: 'full' }).trimEnd().split('\n')) {
    // Keys of later versions stand after the history.
    const opened = section === 'history' ? undefined : /^ {2}"(\w+)": /.exec(line)?.[1];
    section = opened ?? section;
    const isRecord = RECORDS.has(section) && /^ {4}[^\s\]}]/.test(line);
    if (opened !== undefined || isRecord) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

const RECORDS: ReadonlySet<string> = new Set(SECTIONS);

function isReport([first = '']: Lines): boolean {
  return first.startsWith('  "report": ');
}

function span(ours: Lines, theirs: Lines): Hunk {
  const shorter = Math.min(ours.length, theirs.length);
  let start = 0;
  while (start < shorter && ours[start] === theirs[start]) start++;
  let end = 0;
  while (end < shorter - start && ours.at(-1 - end) === theirs.at(-1 - end)) end++;
  return { ours: [start, ours.length - end], theirs: [start, theirs.length - end] };
}

function hunks(ours: Lines, theirs: Lines): readonly Hunk[] {
  return diffIndices([...ours], [...theirs]).map(({ buffer1: [our, ourLength], buffer2: [their, theirLength] }) => ({
    ours: [our, our + ourLength],
    theirs: [their, their + theirLength],
  }));
}

function marked(ours: Lines, theirs: Lines, differing: readonly Hunk[]): Lines {
  let next = 0;
  const lines = differing.flatMap((hunk) => {
    const same = ours.slice(next, hunk.ours[0]);
    next = hunk.ours[1];
    return [
      ...same,
      '<<<<<<< ours',
      ...ours.slice(...hunk.ours),
      '=======',
      ...theirs.slice(...hunk.theirs),
      '>>>>>>> theirs',
    ];
  });
  return [...lines, ...ours.slice(next)];
}
