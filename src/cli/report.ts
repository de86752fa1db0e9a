import { Option, type Command } from 'commander';
import { htmlReport } from '../agents/report/html';
import { unsupported } from '../board/binding';
import type { Board } from '../board/board';
import { withoutLinks } from '../board/views/answer-text';
import { boardJson, openBoard } from './board-file';
import { writeOutput } from './output-file';
import { oneLine, safeText } from './safe-text';
import type { Terminal } from './terminal';

const FORMATS = ['md', 'html', 'json'] as const;
type Format = (typeof FORMATS)[number];

export function addReport(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .description('print the report of a board')
    .argument('<board>', 'board file')
    .addOption(new Option('--format <name>', 'md, html (one file, no script) or json').choices(FORMATS).default('md'))
    .option('--output <file>', 'write it to a file')
    .action((file: string, flags: { readonly format: Format; readonly output?: string }) =>
      report(file, flags.format, flags.output, terminal),
    );
}

async function report(file: string, format: Format, output: string | undefined, terminal: Terminal): Promise<void> {
  const { board } = await openBoard(file);
  if (format === 'json' && output === undefined) return terminal.printJson(boardJson(file, board));
  const text = textOf(file, board, format);
  if (output !== undefined) {
    await writeOutput(output, text, `.${format}`);
    terminal.say(`wrote ${output}`);
  } else {
    // Links to cells are for readers that can follow them.
    terminal.print(safeText(format === 'md' && terminal.isOutputRead ? withoutLinks(text) : text));
  }
  for (const { where, tokens } of format === 'md' ? unsupported(board) : []) {
    if (where.startsWith('report')) terminal.say(`note: ${where}: no cited result holds ${oneLine(tokens.join(', '))}`);
  }
}

function textOf(file: string, board: Board, format: Format): string {
  switch (format) {
    case 'md':
      return board.report === '' ? 'There is no report yet.\n' : board.report;
    case 'html':
      return htmlReport(board);
    case 'json':
      return `${JSON.stringify(boardJson(file, board), undefined, 2)}\n`;
  }
}
