import { Command } from 'commander';
import { version } from '../../package.json';
import { addDiff } from './diff';
import { addExplain } from './explain';
import { addExport } from './export';
import { reportFailure } from './failure';
import { addInvestigate } from './investigate';
import { addMerge } from './merge';
import { addQuery } from './query';
import { addReport } from './report';
import { addResume } from './resume';
import { addSchema } from './schema';
import { Terminal } from './terminal';
import { addVerify } from './verify';

const terminal = new Terminal(process.stdout, process.stderr, process.env);

// A reader that has seen enough (`| head`) ends the pipe: that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const program = new Command('data-detective')
  .description('Investigates a database: competing hypotheses, SQL evidence for and against, a verdict on each.')
  .version(version)
  .exitOverride()
  .configureOutput({ outputError: () => undefined })
  .addHelpText('after', '\nExit status: 0 complete or reproduced, 1 failed or drifted, 2 usage, 3 partial or stopped.');

addInvestigate(program, terminal);
addResume(program, terminal);
addVerify(program, terminal);
addExplain(program, terminal);
addReport(program, terminal);
addQuery(program, terminal);
addSchema(program, terminal);
addExport(program, terminal);
addDiff(program, terminal);
addMerge(program, terminal);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error, terminal);
}
