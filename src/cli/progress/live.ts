import { createLogUpdate } from 'log-update';
import type { InvestigationEvent } from '../../agents/session';
import type { Board, Hypothesis } from '../../board/board';
import { formatCount, formatNumber } from '../../base/format';
import { countsOf, evidenceFor, type Counts } from '../../board/views/evidence-for';
import { oneLine } from '../safe-text';
import { colorOf, iconOf } from '../standing-signs';
import type { Terminal } from '../terminal';
import { cutTo } from '../text-table';
import type { Progress } from './progress';

const FRAME_MILLISECONDS = 100;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Lines that are no hypothesis: question, figures, advice and what is between. */
const OTHER_LINES = 7;

/** What is going on, as the events tell it. */
type Scene = {
  board: Board | undefined;
  /** What each role does at this moment. */
  readonly doing: Map<string, string>;
  queries: number;
  notice: string | undefined;
  frame: number;
  readonly since: number;
};

/** Hypotheses with what their collectors do, redrawn in place, cleared at the end. */
export function liveProgress(terminal: Terminal): Progress {
  const scene: Scene = {
    board: undefined,
    doing: new Map(),
    queries: 0,
    notice: undefined,
    frame: 0,
    since: Date.now(),
  };
  const screen = createLogUpdate(terminal.error, { showCursor: false });
  const draw = (): void => {
    scene.frame++;
    screen(linesOf(scene, terminal).join('\n'));
  };
  const timer = setInterval(draw, FRAME_MILLISECONDS);
  return {
    listener: (event) => take(event, scene),
    announce: (line) => {
      scene.notice = line;
      draw();
    },
    end: () => {
      clearInterval(timer);
      screen.clear();
      screen.done();
    },
  };
}

function take(event: InvestigationEvent, scene: Scene): void {
  switch (event.type) {
    case 'board':
      scene.board = event.board;
      return;
    case 'turn-started':
      scene.doing.set(event.by, 'thinking');
      return;
    case 'turn-ended':
      scene.doing.delete(event.by);
      return;
    case 'query-started':
      scene.queries++;
      scene.doing.set(event.by, event.purpose);
      return;
    case 'query-reused':
      scene.doing.set(event.by, `reads ${event.query} again`);
      return;
    case 'query-failed':
      scene.doing.set(event.by, `query failed: ${event.message}`);
      return;
  }
}

function linesOf(scene: Scene, terminal: Terminal): string[] {
  const { errorColors: colors, error } = terminal;
  const width = (error.columns ?? 80) - 1;
  const spinner = colors.cyan(SPINNER[scene.frame % SPINNER.length] ?? '');
  const { board } = scene;
  if (board === undefined) return [`${spinner} reading the database`];
  const counts = new Map([...evidenceFor(board)].map(([id, sides]) => [id, countsOf(sides)]));
  const most = Math.max(3, (error.rows ?? 24) - OTHER_LINES);
  const shown = mostTelling(board.hypotheses, most);
  const hidden = board.hypotheses.length - shown.length;
  const others = [...scene.doing].filter(([by]) => !by.startsWith('collector:'));
  return [
    colors.bold(cutTo(oneLine(board.investigation.question), width)),
    ...shown.map((hypothesis) => hypothesisLine(hypothesis, counts.get(hypothesis.id), scene, width, colors)),
    ...(hidden > 0 ? [colors.dim(`  and ${hidden} more`)] : []),
    ...others.map(([by, what]) => cutTo(`${by}: ${oneLine(what)}`, width)),
    `${spinner} ${colors.dim(cutTo(figures(board, scene), width - 2))}`,
    scene.notice === undefined
      ? colors.dim('Ctrl+C stops with a partial report')
      : colors.yellow(cutTo(scene.notice, width)),
  ];
}

/** What is worked on and what is judged before what waits; in the order of the ids. */
function mostTelling(hypotheses: readonly Hypothesis[], most: number): readonly Hypothesis[] {
  const rank = ({ status }: Hypothesis): number =>
    ['investigating', 'supported', 'contradicted', 'inconclusive', 'open', 'abandoned'].indexOf(status);
  const kept = new Set([...hypotheses].sort((left, right) => rank(left) - rank(right)).slice(0, most));
  return hypotheses.filter((hypothesis) => kept.has(hypothesis));
}

function hypothesisLine(
  { id, status, statement, confidence }: Hypothesis,
  counts: Counts | undefined,
  scene: Scene,
  width: number,
  colors: Terminal['errorColors'],
): string {
  const evidence =
    counts && counts.supports + counts.contradicts > 0 ? ` +${counts.supports} −${counts.contradicts}` : '';
  const isJudged = ['supported', 'contradicted', 'inconclusive'].includes(status);
  const doing = scene.doing.get(`collector:${id}`);
  const tail = isJudged ? ` ${status} ${confidence.toFixed(2)}` : doing === undefined ? '' : ` · ${oneLine(doing)}`;
  const head = `${iconOf(status)} ${id} `;
  const room = width - head.length - evidence.length;
  const text = cutTo(oneLine(statement), Math.max(20, room - Math.min(tail.length, Math.floor(room / 2))));
  const rest = cutTo(tail, Math.max(0, room - text.length));
  return `${colorOf(status, colors)(head)}${text}${colorOf(status, colors)(rest)}${colors.dim(evidence)}`;
}

function figures({ investigation: { usage } }: Board, scene: Scene): string {
  const seconds = Math.round((Date.now() - scene.since) / 1000);
  const models =
    usage.modelCalls === 0
      ? []
      : [
          `${formatCount(usage.modelCalls)} model calls`,
          `${formatCount(usage.inputTokens + usage.outputTokens)} tokens`,
          ...(usage.usd === null ? [] : [`$${formatNumber(usage.usd)}`]),
        ];
  return [`${formatCount(scene.queries)} queries`, ...models, `${seconds} s`].join(' · ');
}
