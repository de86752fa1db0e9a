import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { Fault, messageOf } from '../base/fault';
import { printBoard } from '../board/codec';
import { conflictText } from '../board/merge/conflict-text';
import { mergeBoards, type Conflict } from '../board/merge/merge';
import { readVersion } from './board-version';
import { EXIT, type ExitCode } from './failure';
import { oneLine } from './safe-text';
import type { Terminal } from './terminal';

export function addMerge(program: Command, terminal: Terminal): void {
  program
    .command('merge')
    .description('merge two versions of a board record by record, as a merge driver of git')
    .argument('<base>', 'what both began with (%O); an empty file is none')
    .argument('<ours>', 'our version (%A), which becomes the merged one')
    .argument('<theirs>', 'their version (%B)')
    .option('--path <name>', 'what messages call the board (%P)')
    .addHelpText('after', HELP)
    .action(async (base: string, ours: string, theirs: string, flags: { readonly path?: string }) => {
      process.exitCode = await merge({ base, ours, theirs }, flags.path ?? ours, terminal);
    });
}

const HELP = `
Exit status: 0 merged, 1 conflicts are marked in <ours>, 2 usage.

To let git merge boards so:
  echo '*.d2board merge=d2board' >> .gitattributes
  git config merge.d2board.driver 'data-detective merge %O %A %B --path %P'`;

type Files = { readonly base: string; readonly ours: string; readonly theirs: string };

async function merge(files: Files, name: string, terminal: Terminal): Promise<ExitCode> {
  const versions = await readVersions(files, name);
  if (versions instanceof Fault) {
    await mergeAsText(files);
    terminal.say(`${oneLine(name)}: merged as text, because a version is no board: ${oneLine(versions.message)}`);
    return EXIT.failed;
  }
  const merged = mergeBoards(versions.base, versions.ours, versions.theirs);
  const isDone = merged.conflicts.length === 0;
  await writeFile(files.ours, isDone ? printBoard(merged.ours, { results: 'full' }) : conflictText(merged));
  for (const conflict of merged.conflicts) terminal.say(`${oneLine(name)}: conflict in ${conflictWords(conflict)}`);
  return isDone ? EXIT.done : EXIT.failed;
}

function conflictWords({ record, keys }: Conflict): string {
  return keys.length === 1 && keys[0] === record ? record : `${record}: ${keys.join(', ')}`;
}

/** The three boards, or why one of them cannot be read. */
async function readVersions({ base, ours, theirs }: Files, name: string) {
  try {
    const our = await readVersion(ours, `our ${name}`);
    const their = await readVersion(theirs, `their ${name}`);
    if (our === undefined || their === undefined)
      return new Fault(`${our === undefined ? 'our' : 'their'} ${name} is empty`);
    return { base: await readVersion(base, `the base of ${name}`), ours: our, theirs: their };
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/**
 * What git does without a driver: whatever the versions hold, no text is lost.
 * @throws Fault when git cannot do it; git then keeps all versions in its index
 */
async function mergeAsText({ base, ours, theirs }: Files): Promise<void> {
  const labels = ['-L', 'ours', '-L', 'base', '-L', 'theirs'];
  await new Promise<void>((resolve, reject) => {
    execFile('git', ['merge-file', ...labels, ours, base, theirs], (error) => {
      // Its status is the number of conflicts, up to 127.
      if (error === null || (typeof error.code === 'number' && error.code < 128)) resolve();
      else
        reject(new Fault(`not merged: ${messageOf(error)}`, 'Take the versions from git: git show :2:PATH, :3:PATH.'));
    });
  });
}
