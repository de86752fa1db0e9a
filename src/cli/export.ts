import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { endingOf, exportText, TEXT_FORMATS } from '../agents/report/export-text';
import type { Board } from '../board/board';
import { refusalOf } from '../database/sqlite/refusal';
import { exportBoard } from '../storage/sqlite/sqlite-board';
import { databasePathFrom, freeFile, openBoard } from './board-file';
import { writeOutput } from './output-file';
import { safeText } from './safe-text';
import type { Terminal } from './terminal';

const FORMATS = [...TEXT_FORMATS, 'sqlite'] as const;
type Format = (typeof FORMATS)[number];

type ExportFlags = { readonly to: Format; readonly output?: string; readonly deciding?: boolean };

export function addExport(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description(
      'turn a board into a report, a script or a notebook of its queries, a picture of its graph, or a database',
    )
    .argument('<board>', 'board file')
    .addOption(new Option('--to <format>', 'what to make').choices(FORMATS).makeOptionMandatory())
    .option('--output <file>', 'where it goes (default: standard output; sqlite: next to the board)')
    .option('--deciding', 'svg: of the evidence only what decided the verdicts')
    .addHelpText('after', '\nA picture as PNG is made by the editor: Data Detective: Export Board.')
    .action((file: string, flags: ExportFlags) => exportTo(file, flags, terminal));
}

async function exportTo(file: string, { to: format, output, deciding = false }: ExportFlags, terminal: Terminal) {
  const { board } = await openBoard(file);
  const { dir, name } = path.parse(file);
  const target = output ?? (format === 'sqlite' ? freeFile(path.join(dir, `${name}-board`), '.sqlite') : undefined);
  const content =
    format === 'sqlite'
      ? await exportBoard(board, await WebAssembly.compile(await readFile(new URL('./sql-wasm.wasm', import.meta.url))))
      : exportText(format, board, {
          database: databaseFrom(target ?? file, file, board),
          refusal: refusalOf,
          deciding,
        });
  if (target === undefined) {
    // A person reads it safely; a pipe gets it as it is, to be run.
    terminal.output.write(terminal.isOutputRead && typeof content === 'string' ? safeText(content) : content);
    return;
  }
  await writeOutput(target, content, endingOf(format));
  terminal.say(`wrote ${target}`);
}

/** The board's database as seen from the exported file. */
function databaseFrom(target: string, board: string, { investigation: { database } }: Board): string {
  return databasePathFrom(target, path.resolve(path.dirname(board), database.path));
}
