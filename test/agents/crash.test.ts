import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { covid, COVID_QUESTION } from '../../examples/covid';
import { seededRandom } from '../../src/base/random';
import type { Board } from '../../src/board/board';
import { FileBoardStore } from '../../src/storage/file/file-board-store';
import { cli, databaseIn, parsed, run, temporaryFolder } from '../cli/run';

const KILLS = 20;

/** Runs an investigation and kills the process after so many lines of progress: each line is an event on the board or a query. */
async function killedAfter(lines: number, folder: string, board: string): Promise<void> {
  const child = spawn(process.execPath, [cli, 'investigate', 'data.sqlite', COVID_QUESTION, '--board', board], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let seen = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('\n').length - 1;
    if (seen >= lines) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.on('close', resolve));
}

function verdictsOf({ hypotheses }: Pick<Board, 'hypotheses'>): readonly string[] {
  return hypotheses.map(({ statement, status }) => `${statement}: ${status}`).sort();
}

test(`killed at ${KILLS} random points, a run can be resumed to the same verdicts, and no finished query runs twice`, async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, covid({ seed: 'crash', patients: 4000 }));
  const whole = await run(['investigate', 'data.sqlite', COVID_QUESTION, '--board', 'whole.d2board', '--json'], {
    cwd: folder,
  });
  const expected = verdictsOf(parsed<Board>(whole));
  const steps = whole.stderr.split('\n').length;
  const random = seededRandom('kill');
  for (let kill = 1; kill <= KILLS; kill++) {
    const name = `killed-${kill}.d2board`;
    const at = 1 + Math.floor((random() * 0.9 + (kill % 10) / 100) * (steps - 2));
    await killedAfter(at, folder, name);
    const left = await new FileBoardStore(path.join(folder, name)).load();
    expect(left, `no board after ${at} of ${steps} steps`).toBeDefined();
    const resumed = await run(['resume', name, '--json'], { cwd: folder });
    expect(resumed.code, resumed.stderr).toBe(0);
    const board = parsed<Board>(resumed);
    expect(verdictsOf(board), `killed after ${at} of ${steps} steps`).toEqual(expected);
    const finished = new Map(left?.queries.map((query) => [query.id, query.sql]));
    expect(board.queries.filter(({ id }) => finished.has(id)).length).toBe(finished.size);
    const statements = board.queries.map(({ sql }) => String(sql));
    expect(new Set(statements).size, 'a query ran twice').toBe(statements.length);
  }
}, 600_000);
