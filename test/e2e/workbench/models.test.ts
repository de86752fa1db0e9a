import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { covid, COVID_QUESTION } from '../../../examples/covid';
import { databaseBytes } from '../../../examples/write-database';
import { parseBoard } from '../../../src/board/codec';
import { actingCompletions, detective } from '../../agents/llm/acting';
import { startCompletionsServer } from '../../fakes/chat-completions-server';
import { testIn } from '../harness/test-in';

/* A model behind an endpoint, from the choice of it to the report. */

const column = (table: string, name: string) => ({ table, column: name });
const work = {
  overview: 'SELECT drug, COUNT(*) AS n FROM prescriptions GROUP BY drug',
  fact: 'There are treatments.',
  hypotheses: [
    {
      statement: 'Older patients die more often',
      claim: {
        kind: 'effect',
        unit: 'patients',
        exposure: column('patients', 'age'),
        outcome: { ...column('admissions', 'died'), event: 1 },
        direction: 'raises',
      },
    },
    { statement: 'The treatment decides who dies' },
  ],
  queries: {
    H2: {
      sql: 'SELECT drug, AVG(died) AS share FROM prescriptions JOIN admissions USING (patient_id) GROUP BY drug',
      evidence: { fact: 'The treatments can be told apart.', relation: 'neutral', note: 'there are several' },
    },
  },
  report: 'Older patients die more often [E2].',
};
const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n';
let actor = detective(work);

let isEndlessAsked = false;
const endpoint = await startCompletionsServer((request) => {
  const answer = actingCompletions(actor)(request);
  isEndlessAsked ||= JSON.stringify(answer).includes(endless);
  return answer;
});
afterAll(() => endpoint.close());

const test = testIn({
  files: async () => ({ 'covid.sqlite': await databaseBytes(covid({ seed: 'covid' })) }),
  settings: { 'dataDetective.endpoint': endpoint.baseURL },
});

test('a team with a model is chosen; what leaves the computer is said before anything does', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.run('Data Detective: Choose Team…');
  await workbench.quickInput.getByText('Who investigates?').waitFor();
  await workbench.picture('models-team');
  await workbench.pick('Local or Other Endpoint');
  await workbench.quickInput.getByText('Address of the Endpoint').waitFor();
  await expect(workbench.quickInput.locator('input[type="text"]').inputValue()).resolves.toBe(endpoint.baseURL);
  await page.keyboard.press('Enter');
  await workbench.quickInput.getByText('API Key: ').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  await workbench.picture('models-consent');
  expect(await dialog.innerText()).toContain(endpoint.baseURL);
  expect(endpoint.received).toEqual([]);
  await dialog.getByRole('button', { name: 'Share Schema Only' }).click();
  await workbench.pick('large');
  await workbench.notification('Investigations are played by').waitFor();
  expect(endpoint.received.map(({ path }) => path)).toEqual(['/v1/models']);
});

test('it plays an investigation that ends with a report, and sees no value of the database', async ({ workbench }) => {
  await workbench.choose(workbench.explorerItem('covid.sqlite'), 'Investigate with Data Detective');
  await workbench.quickInput.waitFor();
  await workbench.answer(COVID_QUESTION);
  await workbench.tab('covid.d2board').waitFor();
  const report = await workbench.webview('header');
  await report.getByText('Complete').first().waitFor({ timeout: 180_000 });
  await workbench.picture('models-report');
  const board = parseBoard(readFileSync(workbench.workspace.file('covid.d2board'), 'utf8'), 'covid.d2board');
  expect(board.investigation).toMatchObject({ team: 'openai (schema only)', status: 'complete', usage: { usd: null } });
  expect(board.history.filter(({ did }) => did === 'failed')).toEqual([]);
  expect(Object.fromEntries(board.verdicts.map(({ hypothesis, rule }) => [hypothesis, rule]))).toEqual({
    H1: 'the adjusted 95 % interval excludes no effect in the claimed direction',
    H2: 'not rule-checked',
  });
  expect(board.investigation.usage.modelCalls).toBe(endpoint.accepted.length);
  expect(JSON.stringify(board.queries.map(({ rows }) => rows))).toContain('drug_a');
  expect(JSON.stringify(endpoint.accepted)).not.toContain('drug_a');
});

test('it is stopped in the middle of a query that never ends', async ({ workbench }) => {
  const { H2 } = work.queries;
  actor = detective({ ...work, queries: { H2: { ...H2, sql: endless } } });
  await workbench.choose(workbench.explorerItem('covid.sqlite'), 'Investigate with Data Detective');
  await workbench.quickInput.waitFor();
  await workbench.answer(COVID_QUESTION);
  const running = workbench.notification(/Investigating “.*: /);
  await running.waitFor();
  await expect.poll(() => isEndlessAsked, { timeout: 60_000 }).toBe(true);
  const report = await workbench.webview('header');
  await running.hover();
  await running.getByRole('button', { name: 'Cancel' }).click();
  const cancelled = performance.now();
  await report.getByText('Stopped').first().waitFor();
  console.log(`stopped ${Math.round(performance.now() - cancelled)} ms after it was cancelled in mid-query`);
  await workbench.picture('models-stopped');
  const board = parseBoard(readFileSync(workbench.workspace.file('covid-2.d2board'), 'utf8'), 'covid-2.d2board');
  expect(board.investigation).toMatchObject({ status: 'stopped', reason: 'stopped by the user' });
});

test('nothing went wrong in the workbench, and nothing outside was asked', async ({ workbench }) => {
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
