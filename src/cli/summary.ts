import { primaryOf } from '../board/views/measured';
import { formatDifference } from '../board/views/estimate-text';
import { formatCount } from '../base/format';
import type { Board, Hypothesis } from '../board/board';
import type { Statistics } from '../board/statistics';
import { leadText } from '../board/views/answer-text';
import { standing, standingVerdict } from '../board/views/standing';
import { oneLine } from './safe-text';
import { colorOf, iconOf } from './standing-signs';
import type { Terminal } from './terminal';
import { textTable, wrapText } from './text-table';

/** Wider lines are hard to read. */
const WIDEST = 100;

/** How an investigation ended, for people: the answer, a line a hypothesis, and how to read on. */
export function summaryOf(board: Board, file: string, { colors, width }: Terminal): string {
  const room = Math.min(width, WIDEST);
  const { status, reason } = board.investigation;
  const ended =
    status === 'complete' ? [] : [colors.yellow(`${status}${reason === null ? '' : `: ${oneLine(reason)}`}`)];
  const table = board.hypotheses.length === 0 ? [] : [hypothesisTable(board, room, colors)];
  return [wrapText(colors.bold(oneLine(leadText(board.report))), room), ...table, ...ended, readOn(board, file)].join(
    '\n\n',
  );
}

/** A line of figures for each hypothesis, and what it says below it. */
function hypothesisTable(board: Board, width: number, colors: Terminal['colors']): string {
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
    ];
  });
  const table = textTable(
    [
      { title: '' },
      { title: 'verdict' },
      { title: 'confidence', align: 'right' },
      { title: 'n', align: 'right' },
      { title: 'effect [95 % interval]' },
      { title: 'query' },
    ],
    rows,
    colors.dim,
  );
  const [head = '', rule = '', ...lines] = table.split('\n');
  const body = lines.flatMap((line, index) => {
    const statement = oneLine(board.hypotheses[index]?.statement ?? '');
    return [line, wrapText(statement, width, '     ')];
  });
  return [head, rule, ...body].join('\n');
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
