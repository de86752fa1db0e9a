import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { covid, COVID_QUESTION } from '../../examples/covid';
import { parseBoard } from '../../src/board/codec';
import type { Board } from '../../src/board/board';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { databaseIn, parsed, run, temporaryFolder } from './run';

const { question } = kidneyInvestigation;

function boardIn(file: string): Board {
  return parseBoard(readFileSync(file, 'utf8'), path.basename(file));
}

test('an investigation prints its answer, a line a hypothesis and the board, and keeps the board next to the database', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const { code, stdout, stderr } = await run(['investigate', 'data.sqlite', question], { cwd: folder });
  expect(code).toBe(0);
  const board = boardIn(path.join(folder, 'data.d2board'));
  expect(board.investigation).toMatchObject({ question, status: 'complete', team: 'offline' });
  expect(board.investigation.database.path).toBe('data.sqlite');
  for (const { id } of board.hypotheses) expect(stdout).toMatch(new RegExp(`^${id} `, 'm'));
  expect(stdout).toContain('Board: data.d2board\n');
  expect(stdout).toContain('data-detective explain data.d2board H1');
  expect(stderr).toMatch(/^H1 proposed: /m);
  expect(stderr).toMatch(/^Q1 hypothesizer: /m);
  expect(readdirSync(folder).sort()).toEqual(['data.d2board', 'data.sqlite']);
});

test('--json prints the board as its file has it, the answer and the path, and nothing else', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const ended = await run(['investigate', 'data.sqlite', question, '--board', 'mine.d2board', '--json'], {
    cwd: folder,
  });
  const { answer, board, ...file } = parsed<Record<string, unknown>>(ended);
  expect(ended.code).toBe(0);
  expect(board).toBe('mine.d2board');
  expect(file).toEqual(JSON.parse(readFileSync(path.join(folder, 'mine.d2board'), 'utf8')));
  expect(answer).toMatch(/^[^#[].{20}/);
  expect(answer).not.toContain('](#');
});

test('a board that is there is never overwritten', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  writeFileSync(path.join(folder, 'data.d2board'), 'precious');
  const refused = await run(['investigate', 'data.sqlite', question, '--board', 'data.d2board'], { cwd: folder });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^error: data.d2board exists already. .*data-detective resume data.d2board/);
  const { code } = await run(['investigate', 'data.sqlite', question], { cwd: folder });
  expect(code).toBe(0);
  expect(readFileSync(path.join(folder, 'data.d2board'), 'utf8')).toBe('precious');
  expect(existsSync(path.join(folder, 'data-2.d2board'))).toBe(true);
});

test('out of budget it ends partial with a valid board, and resume with a larger one completes it', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const first = await run(['investigate', 'data.sqlite', question, '--queries', '5'], { cwd: folder });
  expect(first.code).toBe(3);
  expect(first.stdout).toMatch(/^partial: .*5 queries/m);
  expect(first.stdout).toContain('data-detective resume data.d2board');
  const partial = boardIn(path.join(folder, 'data.d2board'));
  expect(partial.investigation.status).toBe('partial');
  const second = await run(['resume', 'data.d2board', '--json', '--queries', '400'], { cwd: folder });
  expect(second.code).toBe(0);
  const whole = boardIn(path.join(folder, 'data.d2board'));
  expect(whole.investigation.status).toBe('complete');
  expect(new Set(whole.queries.map(({ sql }) => sql)).size).toBe(whole.queries.length);
  const third = await run(['resume', 'data.d2board'], { cwd: folder });
  expect(third).toMatchObject({ code: 0 });
  expect(third.stderr).toContain('nothing is left to do');
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops in good order: a partial report, a valid board, and resume goes on',
  async (signal) => {
    const folder = temporaryFolder();
    await databaseIn(folder, covid({ seed: 'stop', patients: 8_000 }));
    const stopped = await run(['investigate', 'data.sqlite', COVID_QUESTION, '--json'], {
      cwd: folder,
      signals: [{ signal, after: 'H1 dispatched' }],
    });
    expect(stopped.code).toBe(3);
    expect(stopped.stderr).toContain('stopping');
    const object = parsed<Board & { answer: string }>(stopped);
    expect(object.investigation.status).toBe('stopped');
    expect(object.answer).not.toBe('');
    expect(readdirSync(folder).sort()).toEqual(['data.d2board', 'data.sqlite']);
    const resumed = await run(['resume', 'data.d2board'], { cwd: folder });
    expect(resumed.code).toBe(0);
    expect(boardIn(path.join(folder, 'data.d2board')).hypotheses.map(({ status }) => status)).not.toContain('open');
  },
);

test('a second Ctrl+C stops at once, and the board and its journal still open', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, covid({ seed: 'stop', patients: 8_000 }));
  const stopped = await run(['investigate', 'data.sqlite', COVID_QUESTION, '--json'], {
    cwd: folder,
    signals: [
      { signal: 'SIGINT', after: 'Q2 ' },
      { signal: 'SIGINT', after: 'stopping' },
    ],
  });
  expect(stopped.code).toBe(3);
  parsed(stopped);
  const resumed = await run(['resume', 'data.d2board', '--json'], { cwd: folder });
  expect(resumed.code).toBe(0);
  expect(parsed<Board>(resumed).investigation.status).toBe('complete');
});

test('a board keeps what it was told to keep, and says so to whoever goes on with it', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const first = await run(
    ['investigate', 'data.sqlite', question, '--results', 'sample', '--redact', 'events,UNITS', '--queries', '5'],
    { cwd: folder },
  );
  expect(first.code).toBe(3);
  await run(['resume', 'data.d2board', '--queries', '400'], { cwd: folder });
  const { investigation, queries } = boardIn(path.join(folder, 'data.d2board'));
  expect(investigation.kept).toEqual({ results: 'sample', redact: ['events', 'UNITS'] });
  // The first run asked for events, the second one for units.
  for (const name of ['events', 'units']) {
    const own = queries.filter(({ columns, rows }) => columns.includes(name) && rows.length > 0);
    expect(own.length).toBeGreaterThan(0);
    for (const { columns, rows } of own) for (const row of rows) expect(row[columns.indexOf(name)]).toBe('[redacted]');
  }
  const none = await run(['investigate', 'data.sqlite', question, '--results', 'none', '--json'], { cwd: folder });
  expect(parsed<Board>(none).queries.every(({ rows }) => rows.length === 0)).toBe(true);
  expect((await run(['verify', 'data-2.d2board'], { cwd: folder })).code).toBe(0);
});

test('the equivalence margin is the one that was asked for', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const ended = await run(['investigate', 'data.sqlite', question, '--margin', '0.3', '--json'], { cwd: folder });
  expect(parsed<Board>(ended).investigation.margins.riskDifference).toBe(0.3);
});

test('values that are terminal commands are shown, never obeyed', async () => {
  const folder = temporaryFolder();
  const rows = Array.from(
    { length: 400 },
    (_, i) => `(${i}, '${i % 2 ? 'a' : 'b'}' || char(27) || '[2J', ${i % 3 ? 1 : 0})`,
  );
  await databaseIn(
    folder,
    `CREATE TABLE trial(id INTEGER PRIMARY KEY, treatment TEXT, cured INTEGER); INSERT INTO trial VALUES ${rows.join(',')}`,
  );
  const outputs = [
    await run(['investigate', 'data.sqlite', 'Which treatment is better?'], { cwd: folder }),
    await run(['report', 'data.d2board'], { cwd: folder }),
    await run(['explain', 'data.d2board', 'H1'], { cwd: folder }),
  ];
  for (const { stdout, stderr } of outputs)
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test('colours are for those who ask for them', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const forced = await run(['investigate', 'data.sqlite', question], {
    cwd: folder,
    environment: { NO_COLOR: '', FORCE_COLOR: '1' },
  });
  expect(forced.stdout).toContain('\u001b[');
  const plain = await run(['resume', 'data.d2board'], { cwd: folder, environment: { FORCE_COLOR: '1' } });
  expect(plain.stdout).not.toContain('\u001b[');
});
