import { Option, type Command } from 'commander';
import { investigate } from '../agents/detective';
import { SHARING, type Sharing } from '../agents/llm/sharing';
import { Fault } from '../base/fault';
import type { PrintOptions } from '../board/results';
import { FileBoardStore } from '../storage/file/file-board-store';
import { databasePathFrom, DEFAULT_KEPT, demandFree, demandWritable, newBoardFile } from './board-file';
import { budgetOf, namesFlag, numberFlag, withBudgetFlags, type BudgetFlags } from './flags';
import { runInForeground } from './run';
import { readModels, teamFor, TEAMS, type TeamName } from './teams';
import type { Terminal } from './terminal';

type InvestigateFlags = BudgetFlags & {
  readonly team: TeamName;
  readonly model: readonly string[];
  readonly endpoint?: string;
  readonly share: Sharing;
  readonly board?: string;
  readonly json?: boolean;
  readonly collectors?: number;
  readonly margin?: number;
  readonly results: PrintOptions['results'];
  readonly redact: readonly string[];
};

const STANDARD_DEVIATIONS = 0.1;

export function addInvestigate(program: Command, terminal: Terminal): void {
  const command = program
    .command('investigate')
    .description('answer an open question about a database with tested hypotheses')
    .argument('<db>', 'database file')
    .argument('<question>', 'the question, in English')
    .addOption(new Option('--team <name>', 'who plays the five roles').choices(TEAMS).default('offline'))
    .addOption(
      new Option('--model <[role=]name>', 'a model for all roles or for one (repeatable)')
        .argParser((text: string, before: readonly string[]) => [...before, text])
        .default([], 'the usual ones'),
    )
    .option('--endpoint <url>', 'address of an OpenAI-compatible API, for --team openai')
    .addOption(
      new Option('--share <what>', 'what models are shown of the data: cut results, or no value at all')
        .choices(SHARING)
        .default('sample'),
    )
    .option('--board <file>', 'where the board goes (default: next to the database)')
    .option('--json', 'print one JSON object')
    .option('--collectors <n>', 'evidence collectors at a time', numberFlag({ whole: true, most: 32 }))
    .option(
      '--margin <d>',
      'difference in risk below which groups count as equal (default: 0.02)',
      numberFlag({ most: 1 }),
    )
    .addOption(
      new Option('--results <amount>', 'rows of each result that the board keeps')
        .choices(['full', 'sample', 'none'])
        .default(DEFAULT_KEPT.results),
    )
    .option('--redact <columns>', 'columns whose values the board does not show', namesFlag, DEFAULT_KEPT.redact);
  withBudgetFlags(command).action(async (database: string, question: string, flags: InvestigateFlags) => {
    process.exitCode = await start(database, question, flags, terminal);
  });
}

async function start(database: string, question: string, flags: InvestigateFlags, terminal: Terminal) {
  if (question.trim() === '') {
    throw new Fault('the question is empty', 'Ask something, for example: "Which group has the highest …?"');
  }
  const { endpoint, share } = flags;
  const models = readModels(flags.model);
  const team = teamFor({ team: flags.team, models, share, ...(endpoint !== undefined && { endpoint }) }, terminal);
  const file = flags.board ?? newBoardFile(database);
  demandFree(file);
  const kept = { results: flags.results, redact: [...flags.redact] };
  return runInForeground({ database, board: file }, flags.json ?? false, terminal, async (running) => {
    await demandWritable(file);
    return investigate(question, {
      ...running,
      team,
      databasePath: databasePathFrom(file, database),
      store: new FileBoardStore(file, kept),
      kept,
      budget: budgetOf(flags),
      ...(flags.collectors !== undefined && { collectors: flags.collectors }),
      ...(flags.margin !== undefined && {
        margins: { riskDifference: flags.margin, standardDeviations: STANDARD_DEVIATIONS },
      }),
    });
  });
}
