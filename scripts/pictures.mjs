// Takes the pictures of the README and the walkthrough anew from the real workbench: the flows that show them are run, and what they
// photographed is put in its place. Look at each before you commit it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const taken = path.join(root, 'test', 'e2e', '.out', 'pictures');

const flows = ['explorer', 'investigation', 'review', 'sql'].map((name) => `test/e2e/workbench/${name}.test.ts`);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const words = ['run', '--config', 'test/e2e/vitest.config.ts', ...flows];
const { status } = spawnSync(process.execPath, [vitest, ...words], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

/** Where each picture goes, by the name that its flow gives it. */
const places = {
  'media/walkthrough/investigate.png': 'context-menu',
  'media/walkthrough/watch.png': 'investigate-running',
  'media/walkthrough/read.png': 'investigate-report-light',
  'media/walkthrough/sql.png': 'sql-light',
  'media/walkthrough/review.png': 'difference-light',
  'docs/pictures/report.png': 'investigate-report-light',
  'docs/pictures/graph.png': 'investigate-graph-dark',
  'docs/pictures/sql.png': 'sql-dark',
};
for (const [place, name] of Object.entries(places)) {
  mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
  copyFileSync(path.join(taken, `${name}.png`), path.join(root, place));
}
