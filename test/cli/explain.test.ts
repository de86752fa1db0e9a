import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { printBoard } from '../../src/board/codec';
import type { Explanation } from '../../src/agents/explain/explanation';
import { sampleBoard } from '../board/sample';
import { parsed, run, temporaryFolder } from './run';

test('explain tells in words, and as one object, what a verdict rests on and what would flip it', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'b.d2board'), printBoard(sampleBoard()));
  const { code, stdout } = await run(['explain', 'b.d2board', 'h1'], { cwd: folder });
  expect(code).toBe(0);
  for (const title of ['Verdict', 'Rests on', 'Weakest link', 'What would flip it', 'Decided by Q1']) {
    expect(stdout).toContain(`${title}\n`);
  }
  const explanation = parsed<Explanation & { board: string }>(
    await run(['explain', 'b.d2board', 'H1', '--json'], { cwd: folder }),
  );
  expect(explanation).toMatchObject({ hypothesis: 'H1', board: 'b.d2board', verdict: { id: 'V1' } });
  expect(explanation.flips.length).toBeGreaterThan(0);
});
