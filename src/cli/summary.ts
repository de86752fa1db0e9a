import { primaryOf } from '../agents/rules/evidence';
import { formatDifference } from '../agents/analysis/describe';
import { formatCount } from '../base/format';
import type { Board, Hypothesis } from '../board/board';
import type { Statistics } from '../board/statistics';
import { firstParagraph } from '../board/views/first-paragraph';
import { standing, standingVerdict } from '../board/views/standing';
import { oneLine } from './safe-text';
import { colorOf, iconOf } from './standing-signs';
import type { Terminal } from './terminal';
import { cutInside, textTable, wrapText } from './text-table';

/** Room for the statement, beside the other columns. */
const OTHER_COLUMNS = 78;
const LEAST_STATEMENT = 40;

/** How an investigation ended, for people: the answer, a line a hypothesis, and how to read on. */
export function summaryOf(board: Board, file: string, { colors, width, isOutputRead }: Terminal): string {
  const { status, reason } = board.investigation;
  const ended =
    status === 'complete' ? [] : [colors.yellow(`${status}${reason === null ? '' : `: ${oneLine(reason)}`}`)];
  const table = board.hypotheses.length === 0 ? [] : [hypothesisTable(board, isOutputRead ? width : Infinity, colors)];
  return [
    wrapText(colors.bold(oneLine(firstParagraph(board.report))), Math.min(width, 100)),
    ...table,
    ...ended,
    readOn(board, file),
  ].join('\n\n');
}

function hypothesisTable(board: Board, width: number, colors: Terminal['colors']): string {
  const room = Math.max(LEAST_STATEMENT, width - OTHER_COLUMNS);
  const rows = board.hypotheses.map((hypothesis) => {
    const stands = standing(board, hypothesis);
    const deciding = decidingEvidence(board, hypothesis);
    const { statistics } = deciding ?? {};
    return [
      hypothesis.id,
      colorOf(stands, colors)(`${iconOf(stands)} ${stands}`),
      stands === 'untested' ? '' : hypothesis.confidence.toFixed(2),
      statistics && statistics.n > 0 ? formatCount(statistics.n) : '',
      statistics ? effectText(statistics) : '',
      deciding?.query ?? '',
      cutInside(oneLine(hypothesis.statement), room),
    ];
  });
  return textTable(
    [
      { title: '' },
      { title: 'verdict' },
      { title: 'confidence', align: 'right' },
      { title: 'n', align: 'right' },
      { title: 'effect [95 % interval]' },
      { title: 'query' },
      { title: 'hypothesis' },
    ],
    rows,
    colors.dim,
  );
}

/** What a verdict rests on first: the rule's test, or the first piece that the judge cites. */
function decidingEvidence(board: Board, hypothesis: Hypothesis) {
  const [cited] = standingVerdict(board, hypothesis.id)?.cites ?? [];
  return primaryOf(board, hypothesis) ?? board.evidence.find(({ id }) => id === cited);
}

function effectText({ measure, estimate, interval }: Statistics): string {
  if (interval === undefined) return '';
  const bound = (value: number): string => formatDifference(measure, value).replace(' points', '');
  return `${formatDifference(measure, estimate)} [${interval.map(bound).join(', ')}]`;
}

function readOn(board: Board, file: string): string {
  const quoted = shellWord(file);
  const [first] = board.hypotheses;
  const commands = [
    [`data-detective report ${quoted}`, 'the whole report with its SQL'],
    ...(first
      ? [[`data-detective explain ${quoted} ${first.id}`, 'what a verdict rests on, and what would flip it']]
      : []),
    [`data-detective verify ${quoted}`, 'runs every query again'],
    ...(['partial', 'stopped', 'failed'].includes(board.investigation.status)
      ? [[`data-detective resume ${quoted}`, 'goes on where it stopped']]
      : []),
  ];
  const longest = Math.max(...commands.map(([command = '']) => command.length));
  const lines = commands.map(([command = '', what = '']) => `  ${command.padEnd(longest)}  # ${what}`);
  return [`Board: ${file}`, ...lines].join('\n');
}

/** A path as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
