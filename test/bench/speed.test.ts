import { describe, expect, test } from 'vitest';
import { measureSpeed } from '../../bench/measurements';
import { timedRun } from '../../bench/scripted-run';

describe('the speed benchmark', () => {
  test('tells its four numbers, all of them measured', async () => {
    const speed = await measureSpeed({ latency: 1, collected: 4, judged: 3, evidence: 20, repeats: 1 });
    expect(Object.keys(speed).sort()).toEqual(['codecLoadMs', 'codecSaveMs', 'parallelRatio', 'stepOverheadMs']);
    for (const value of Object.values(speed)) expect(value).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(speed))).toEqual(speed);
  });

  test('measures a whole investigation: each hypothesis is collected for, queried and judged once', async () => {
    const { board, collecting, whole } = await timedRun({ hypotheses: 5, latency: 0, collectors: 2 });
    expect(board.verdicts.map(({ hypothesis }) => hypothesis)).toEqual(['H1', 'H2', 'H3', 'H4', 'H5']);
    expect(board.queries).toHaveLength(6);
    expect(board.investigation.usage).toMatchObject({ rounds: 1, queries: 6 });
    expect(collecting).toBeLessThan(whole);
  });
});
