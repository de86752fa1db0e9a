import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { covid, COVID_QUESTION } from '../../../examples/covid';
import { databaseBytes } from '../../../examples/write-database';
import { parseBoard } from '../../../src/board/codec';
import { testIn } from '../harness/test-in';

/* A window that is reloaded in the middle of an investigation. The database is large enough for it to be the middle. */

const test = testIn({
  files: async () => ({ 'covid.sqlite': await databaseBytes(covid({ seed: 'covid', patients: 100_000 })) }),
  settings: { 'dataDetective.team': 'offline' },
});

test('an investigation that a reload cut off is offered again, goes on, and completes', async ({ workbench }) => {
  const { workspace } = workbench;
  const journal = workspace.file('.covid.d2board.journal');
  await workbench.choose(workbench.explorerItem('covid.sqlite'), 'Investigate with Data Detective');
  await workbench.quickInput.waitFor();
  await workbench.answer(COVID_QUESTION);
  await expect
    .poll(() => existsSync(journal) && readFileSync(journal, 'utf8').includes('evidence'), { timeout: 120_000 })
    .toBe(true);
  await workbench.reload();
  const offer = workbench.notification('An investigation was interrupted');
  await offer.waitFor();
  await workbench.picture('resume-offered');
  const before = readFileSync(journal, 'utf8');
  await offer.getByRole('button', { name: 'Resume' }).click();
  const report = await workbench.webview('header');
  await report.getByText('Complete').first().waitFor({ timeout: 170_000 });
  await workbench.picture('resume-completed');
  const board = parseBoard(readFileSync(workspace.file('covid.d2board'), 'utf8'), 'covid.d2board');
  expect(board.investigation.status).toBe('complete');
  const kept = [...before.matchAll(/"evidence":\{"id":"(E\d+)"/g)].map((match) => match[1]);
  expect(kept.length).toBeGreaterThan(0);
  expect(board.evidence.map(({ id }) => id)).toEqual(expect.arrayContaining(kept));
  const statements = board.queries.map(({ sql }) => JSON.stringify(sql));
  expect(new Set(statements).size).toBe(statements.length);
  await expect.poll(() => existsSync(journal)).toBe(false);
});

test('nothing went wrong in the workbench, and nothing outside was asked', async ({ workbench }) => {
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
