import type { Command } from 'commander';
import { createLogUpdate } from 'log-update';
import { verifyQueries, withOutcomes, type QueryOutcome } from '../agents/verify';
import { Fault } from '../base/fault';
import type { Board } from '../board/board';
import { atRisk } from '../board/views/at-risk';
import { standingVerdict } from '../board/views/standing';
import { boardJson, databaseOf, openBoard, type OpenedBoard } from './board-file';
import { withDatabase } from './database-file';
import { EXIT, type ExitCode } from './failure';
import { oneLine } from './safe-text';
import { shellWord } from './summary';
import type { Terminal } from './terminal';
import { alignedLines, cutTo } from './text-table';

type VerifyFlags = { readonly database?: string; readonly json?: boolean };

export function addVerify(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description('run every query of a board again and tell what gives another answer now')
    .argument('<board>', 'board file')
    .option('--database <file>', 'the database, when it is not where the board says')
    .option('--json', 'print one JSON object')
    .action(async (file: string, flags: VerifyFlags) => {
      process.exitCode = await verify(file, flags, terminal);
    });
}

async function verify(file: string, flags: VerifyFlags, terminal: Terminal): Promise<ExitCode> {
  const opened = await openBoard(file);
  const counter = countOn(terminal, opened.board.queries.length);
  const outcomes = await withDatabase(databaseOf(opened, flags.database), (database, signal) =>
    verifyQueries(opened.board, database, signal, counter.next),
  ).finally(counter.end);
  const verified = withOutcomes(opened.board, outcomes, 'verify', Date);
  await keep(opened, verified, terminal);
  const result = verificationOf(verified, outcomes);
  if (flags.json) terminal.printJson({ ...boardJson(file, verified), verification: result });
  else terminal.print(verificationText(file, verified, result, terminal));
  return result.drifted + result.failed + result.verdicts.length > 0 ? EXIT.failed : EXIT.done;
}

/** Writes the outcome beside each query. A board that cannot be written, or that a run still writes, is verified all the same. */
async function keep({ board, store }: OpenedBoard, verified: Board, terminal: Terminal): Promise<void> {
  if (board.investigation.status === 'running') {
    terminal.say('note: the outcome is not kept on the board, because its run has not ended');
    return;
  }
  try {
    await store.finish(verified);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    terminal.say(`note: the outcome is not kept on the board: ${oneLine(error.message)}`);
  }
}

type Verification = {
  readonly reproduced: number;
  readonly drifted: number;
  readonly failed: number;
  readonly queries: readonly { readonly query: string; readonly as: string; readonly because?: string }[];
  /** Evidence whose query drifted or failed. */
  readonly evidence: readonly string[];
  /** Standing verdicts that cite it. */
  readonly verdicts: readonly {
    readonly hypothesis: string;
    readonly verdict: string;
    readonly status: string;
    readonly because: readonly string[];
  }[];
};

function verificationOf(board: Board, outcomes: readonly QueryOutcome[]): Verification {
  const count = (wanted: QueryOutcome['as']): number => outcomes.filter(({ as }) => as === wanted).length;
  const drifted = new Set(outcomes.filter(({ as }) => as !== 'reproduced').map(({ query }) => query.id));
  const standing = new Set(board.hypotheses.map(({ id }) => standingVerdict(board, id)));
  return {
    reproduced: count('reproduced'),
    drifted: count('drifted'),
    failed: count('failed'),
    queries: outcomes.map(({ query, as, because }) => ({
      query: query.id,
      as,
      ...(because !== undefined && { because }),
    })),
    evidence: board.evidence.filter(({ query }) => drifted.has(query)).map(({ id }) => id),
    verdicts: atRisk(board)
      .filter(({ verdict }) => standing.has(verdict))
      .map(({ verdict: { id, hypothesis, status }, because }) => ({
        hypothesis,
        verdict: id,
        status,
        because: because.map(({ evidence }) => evidence.id),
      })),
  };
}

function verificationText(file: string, board: Board, result: Verification, { colors, width }: Terminal): string {
  const other = result.queries.filter(({ as }) => as !== 'reproduced');
  const purposes = new Map(board.queries.map(({ id, purpose }) => [id, purpose]));
  const facts = new Map(board.evidence.map((evidence) => [evidence.id, evidence]));
  const total = `${result.reproduced} of ${result.queries.length} queries reproduced`;
  if (other.length + result.verdicts.length === 0)
    return colors.green(`✔ ${total}: every verdict rests on what the database still says`);
  const rows = other.map(({ query, as, because = '' }) => [
    `  ${query}`,
    colors.red(as),
    oneLine(because),
    colors.dim(oneLine(purposes.get(query) ?? '')),
  ]);
  const evidence = result.evidence.map((id) => {
    const { query = '', fact = '' } = facts.get(id) ?? {};
    return cutTo(`  ${id} from ${query}: ${oneLine(fact)}`, width);
  });
  const verdicts = result.verdicts.map(
    ({ hypothesis, status, because }) =>
      `  ${hypothesis} ${status}, which rests on ${because.join(', ')}: ${oneLine(
        board.hypotheses.find(({ id }) => id === hypothesis)?.statement ?? '',
      )}`,
  );
  return [
    colors.yellow(`${total}, ${result.drifted} drifted, ${result.failed} failed`),
    ...alignedLines(rows),
    ...titled('Evidence at risk', evidence),
    ...titled('Verdicts at risk', verdicts),
    '',
    verdicts.length === 0
      ? 'No standing verdict rests on them.'
      : `Collect anew what drifted: data-detective resume ${shellWord(file)} --refresh`,
  ].join('\n');
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

/** Counts on a terminal while queries run. */
function countOn(terminal: Terminal, total: number): { readonly next: () => void; readonly end: () => void } {
  if (!terminal.isLive) return { next: () => undefined, end: () => undefined };
  const screen = createLogUpdate(terminal.error);
  let done = 0;
  return {
    next: () => screen(terminal.errorColors.dim(`${++done} of ${total} queries run again`)),
    end: () => {
      screen.clear();
      screen.done();
    },
  };
}
