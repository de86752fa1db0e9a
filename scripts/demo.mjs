// The main job on the example database: makes it, asks the paper's question of it without any model, and says how to read on.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const database = path.join('examples', 'covid.sqlite');
const board = path.join('examples', 'covid.d2board');
const question = 'Which treatment is most effective for older COVID-19 patients?';

/** Ends the demo with the status of a step that failed. */
function run(...words) {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run(path.join('dist', 'generate.js'));
// The board is the demo's own: it is made anew each time.
for (const file of [board, path.join('examples', '.covid.d2board.journal')])
  rmSync(path.join(root, file), { force: true });
run(path.join('dist', 'cli.js'), 'investigate', database, question, '--team', 'offline', '--board', board);

console.log(`
To try next:
  npx data-detective explain ${board} H1
  npx data-detective report ${board} --format html --output examples/covid.html
  npx data-detective investigate ${database} "Do men die more often than women?"
  npx data-detective --help`);
