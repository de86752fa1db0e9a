import type { Command } from 'commander';
import { Fault } from '../base/fault';
import { difference, isSame } from '../board/views/difference';
import { differenceText } from '../board/views/difference-text';
import { readVersion } from './board-version';
import { EXIT, type ExitCode } from './failure';
import type { Terminal } from './terminal';

export function addDiff(program: Command, terminal: Terminal): void {
  program
    .command('diff')
    .description('tell what differs in two versions of a board: verdicts, hypotheses, evidence, drift, reviews')
    .argument('<old>', 'board file; an empty one, or /dev/null, is none')
    .argument('<new>', 'board file')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExit status: 0 no difference in meaning, 1 a difference, 2 usage.')
    .action(async (before: string, after: string, flags: { readonly json?: boolean }) => {
      process.exitCode = await diff(before, after, flags.json ?? false, terminal);
    });
}

async function diff(before: string, after: string, isJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const [old, now] = await Promise.all([readVersion(before), readVersion(after)]);
  if (now === undefined) throw new Fault(`no board: ${after}`, 'Name the older version first, then the newer one.');
  const found = difference(old, now);
  const same = isSame(found);
  if (isJson) terminal.printJson({ same, ...found });
  else if (!same) terminal.print(coloured(differenceText(found, { before, after }), terminal));
  return same ? EXIT.done : EXIT.failed;
}

function coloured(text: string, { colors }: Terminal): string {
  const colourOf: Readonly<Record<string, (line: string) => string>> = {
    '-': colors.red,
    '+': colors.green,
    '!': colors.yellow,
    '@': colors.cyan,
  };
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? colors.bold(line) : (colourOf[line.charAt(0)]?.(line) ?? line)))
    .join('\n');
}
