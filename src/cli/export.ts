import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { messageOf } from '../base/fault';
import type { Board } from '../board/board';
import { auditGraph } from '../board/views/audit-graph';
import { sqlPack } from '../board/views/sql-pack';
import { readStatementText } from '../database/sqlite/statement';
import { layoutGraph } from '../graph/layout';
import { graphToSvg } from '../graph/svg';
import { exportBoard } from '../storage/sqlite/sqlite-board';
import { freeFile, openBoard } from './board-file';
import { writeOutput } from './output-file';
import { safeText } from './safe-text';
import type { Terminal } from './terminal';

const FORMATS = ['sqlite', 'sql', 'svg'] as const;
type Format = (typeof FORMATS)[number];

type ExportFlags = { readonly to: Format; readonly output?: string; readonly deciding?: boolean };

export function addExport(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('turn a board into a database of its records, a script of its queries, or a picture of its graph')
    .argument('<board>', 'board file')
    .addOption(new Option('--to <format>', 'what to make').choices(FORMATS).makeOptionMandatory())
    .option('--output <file>', 'where it goes (default: standard output; sqlite: next to the board)')
    .option('--deciding', 'svg: of the evidence only what decided the verdicts')
    .action((file: string, flags: ExportFlags) => exportTo(file, flags, terminal));
}

async function exportTo(file: string, { to: format, output, deciding = false }: ExportFlags, terminal: Terminal) {
  const { board } = await openBoard(file);
  const content = await contentOf(format, board, deciding);
  const { dir, name } = path.parse(file);
  const target = output ?? (format === 'sqlite' ? freeFile(path.join(dir, `${name}-board`), '.sqlite') : undefined);
  if (target === undefined) {
    // A person reads it safely; a pipe gets it as it is, to be run.
    terminal.output.write(terminal.isOutputRead && typeof content === 'string' ? safeText(content) : content);
    return;
  }
  await writeOutput(target, content, `.${format}`);
  terminal.say(`wrote ${target}`);
}

async function contentOf(format: Format, board: Board, deciding: boolean): Promise<string | Uint8Array> {
  switch (format) {
    case 'sql':
      return sqlPack(board, refusalOf);
    case 'svg':
      return graphToSvg(layoutGraph(auditGraph(board, { deciding })));
    case 'sqlite':
      return exportBoard(board, await WebAssembly.compile(await readFile(new URL('./sql-wasm.wasm', import.meta.url))));
  }
}

/** A board that somebody wrote by hand may hold statements that the engine would never have run. */
function refusalOf(sql: string): string | undefined {
  try {
    // What is left open at its end would swallow the semicolon.
    const { tokens } = readStatementText(`${sql}\n;`);
    if (tokens.findIndex(({ text }) => text === ';') === tokens.length - 1) return undefined;
    return 'it is not one whole statement';
  } catch (error) {
    return messageOf(error);
  }
}
