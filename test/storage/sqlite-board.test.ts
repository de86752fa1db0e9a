import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault';
import { exportBoard, importBoard, queryBoard } from '../../src/storage/sqlite/sqlite-board';
import { anyBoard } from '../board/arbitraries';
import { sampleBoard } from '../board/sample';

const wasm = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')));
const ask = (sql: string) => queryBoard(sampleBoard(), sql, wasm);

describe('a board as an SQLite file', () => {
  test('comes back without loss: any text, every kind of value, keys of later versions', async () => {
    await fc.assert(
      fc.asyncProperty(anyBoard, async (board) => {
        expect(await importBoard(await exportBoard(board, wasm), wasm)).toEqual(board);
      }),
    );
    expect(await importBoard(await exportBoard(sampleBoard(), wasm), wasm)).toEqual(sampleBoard());
  });

  test('is an SQLite file', async () => {
    const bytes = await exportBoard(sampleBoard(), wasm);
    expect(new TextDecoder().decode(bytes.subarray(0, 15))).toBe('SQLite format 3');
  });

  test('another SQLite file, or none, is no board, and says so', async () => {
    await expect(importBoard(new TextEncoder().encode('not a database, only text'), wasm)).rejects.toThrow(
      'not an exported board: file is not a database',
    );
    await expect(importBoard(new Uint8Array(), wasm)).rejects.toThrow('not an exported board: no such table');
  });
});

describe('SQL over a board', () => {
  test("finds the paper's three tables with the paper's columns", async () => {
    const { rows } = await ask(
      "SELECT id, description, status, confidence, updated_at FROM hypotheses WHERE id = 'H2'",
    );
    expect(rows).toEqual([
      ['H2', 'Drug B lowers the death rate of patients aged 65 and over', 'supported', 0.94, '2026-05-04T10:09:00Z'],
    ]);
    const evidence = await ask(
      'SELECT id, description, sql_text, raw_result, recorded_at, "by" FROM evidence WHERE id = \'E1\'',
    );
    expect(evidence.rows).toEqual([
      [
        'E1',
        '14.3 % of patients on drug A died, 13.9 % of the others',
        'SELECT drug_a, COUNT(*) AS n, SUM(died) AS deaths\nFROM patients WHERE age >= 65\nGROUP BY drug_a',
        '[[0,3388,471],[1,3412,487]]',
        '2026-05-04T10:04:00Z',
        'collector:H1',
      ],
    ]);
    const links = await ask(
      "SELECT id, src_type, src_id, relation, dst_type, dst_id, created_at FROM links WHERE id = 'L10'",
    );
    expect(links.rows).toEqual([['L10', 'evidence', 'E10', 'leads-to', 'hypothesis', 'H10', '2026-05-04T10:05:00Z']]);
  });

  test('joins hypotheses with the evidence on them, and reaches into results', async () => {
    expect(
      await ask(`
        SELECT h.id AS hypothesis, COUNT(*) AS pieces
        FROM hypotheses h JOIN links l ON l.dst_id = h.id
        GROUP BY h.id ORDER BY pieces DESC, h.id LIMIT 2`),
    ).toEqual({
      columns: ['hypothesis', 'pieces'],
      rows: [
        ['H2', 3],
        ['H1', 1],
      ],
    });
    const { rows } = await ask("SELECT json_array_length(rows) FROM queries WHERE id = 'Q10'");
    expect(rows).toEqual([[120]]);
  });

  test('gives 64-bit integers whole, and small ones as numbers', async () => {
    const { rows } = await ask("SELECT 9007199254740993, 7, 0.5, x'00FF', NULL");
    expect(rows).toEqual([[9007199254740993n, 7, 0.5, Uint8Array.of(0, 255), null]]);
  });

  test('leaves the board as it is, whatever the statement', async () => {
    const board = sampleBoard();
    await queryBoard(board, 'DELETE FROM hypotheses', wasm);
    expect(board).toEqual(sampleBoard());
  });

  test("tells a mistake in SQLite's words, with the tables there are", async () => {
    const fault: unknown = await ask('SELECT * FROM claims').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({
      message: 'no such table: claims',
      next: 'The tables are investigation, hypotheses, evidence, links, queries, verdicts, history and report.',
    });
  });
});
