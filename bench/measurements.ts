import { parseBoard, printBoard } from '../src/board/codec';
import { largeBoard } from '../test/board/sample';
import { timedRun } from './scripted-run';

/** What `npm run bench:speed` tells; times in milliseconds. */
export type Speed = {
  /** Time of collecting with four collectors over that of collecting one at a time, the work being the same. */
  readonly parallelRatio: number;
  /** The Detective's own time for one model call or query, when neither takes any. */
  readonly stepOverheadMs: number;
  /** Reading a board's text, and writing it. */
  readonly codecLoadMs: number;
  readonly codecSaveMs: number;
};

export type Workload = {
  /** Of the model, while collecting is measured. */
  readonly latency: number;
  /** Hypotheses that collectors work on; and in the run that measures the overhead. */
  readonly collected: number;
  readonly judged: number;
  /** Pieces of evidence on the board that is read and written, each with a query of 20 rows. */
  readonly evidence: number;
  /** Times that each short measurement is taken, after one that does not count. */
  readonly repeats: number;
};

export const USUAL_WORKLOAD: Workload = { latency: 300, collected: 8, judged: 40, evidence: 2_000, repeats: 9 };

export async function measureSpeed(work: Workload): Promise<Speed> {
  const stepOverheadMs = await fastestOf(work.repeats, () => stepOverhead(work.judged));
  const board = largeBoard(work.evidence);
  const text = printBoard(board);
  return {
    stepOverheadMs,
    codecSaveMs: await fastestOf(work.repeats, () => timeOf(() => printBoard(board))),
    codecLoadMs: await fastestOf(work.repeats, () => timeOf(() => parseBoard(text, 'large.d2board'))),
    parallelRatio: await parallelRatio(work),
  };
}

async function parallelRatio({ collected: hypotheses, latency }: Workload): Promise<number> {
  const four = await timedRun({ hypotheses, latency, collectors: 4 });
  const one = await timedRun({ hypotheses, latency, collectors: 1 });
  return four.collecting / one.collecting;
}

async function stepOverhead(hypotheses: number): Promise<number> {
  const { whole, board } = await timedRun({ hypotheses, latency: 0, collectors: 4 });
  const { modelCalls, queries } = board.investigation.usage;
  return whole / (modelCalls + queries);
}

/** Milliseconds of a computation. */
function timeOf(compute: () => unknown): number {
  const begin = performance.now();
  compute();
  return performance.now() - begin;
}

/** The least of several times, the first of which does not count: what else the machine does only ever adds to it. */
async function fastestOf(repeats: number, measure: () => number | Promise<number>): Promise<number> {
  await measure();
  let fastest = Infinity;
  for (let run = 0; run < repeats; run++) fastest = Math.min(fastest, await measure());
  return fastest;
}
