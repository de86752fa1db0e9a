import type { Command } from 'commander';
import { resume } from '../agents/detective';
import { refresh } from '../agents/refresh';
import { isUnfinished } from '../board/views/unfinished';
import { databaseOf, databasePathFrom, openBoard } from './board-file';
import { budgetOf, numberFlag, withBudgetFlags, type BudgetFlags } from './flags';
import { EXIT, type ExitCode } from './failure';
import { runInForeground, showBoard } from './run';
import { teamOfBoard } from './teams';
import type { Terminal } from './terminal';

type ResumeFlags = BudgetFlags & {
  readonly refresh?: boolean;
  readonly database?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
  readonly collectors?: number;
};

export function addResume(program: Command, terminal: Terminal): void {
  const command = program
    .command('resume')
    .description('go on with an investigation that was stopped, ran out of budget or broke off')
    .argument('<board>', 'board file')
    .option('--refresh', 'run all queries again, collect anew what drifted, and judge again what rests on it')
    .option('--database <file>', 'the database, when it is not where the board says')
    .option('--endpoint <url>', 'address of an OpenAI-compatible API, where the board’s team uses one')
    .option('--json', 'print one JSON object')
    .option('--collectors <n>', 'evidence collectors at a time', numberFlag({ whole: true, most: 32 }));
  withBudgetFlags(command).action(async (file: string, flags: ResumeFlags) => {
    process.exitCode = await goOn(file, flags, terminal);
  });
}

async function goOn(file: string, flags: ResumeFlags, terminal: Terminal): Promise<ExitCode> {
  const opened = await openBoard(file);
  const { board, store } = opened;
  const json = flags.json ?? false;
  if (!flags.refresh && !isUnfinished(board)) {
    terminal.say('nothing is left to do; --refresh looks whether the data changed');
    showBoard(file, board, json, terminal);
    return EXIT.done;
  }
  const database = databaseOf(opened, flags.database);
  const team = teamOfBoard(board.investigation, flags.endpoint, terminal);
  return runInForeground({ database, board: file }, json, terminal, (running) =>
    (flags.refresh ? refresh : resume)(board, {
      ...running,
      team,
      databasePath: databasePathFrom(file, database),
      store,
      budget: budgetOf(flags),
      ...(flags.collectors !== undefined && { collectors: flags.collectors }),
    }),
  );
}
