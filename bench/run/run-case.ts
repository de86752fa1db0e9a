import type { BudgetLimits } from '../../src/agents/budget';
import { messageOf } from '../../src/base/fault';
import { fakeDatabase } from '../../test/fakes/database';
import type { Arm } from '../arms/arm';
import type { Frames } from '../generate/frames';
import { score } from '../score/score';
import { EMPTY_SUBMISSION, type Submission } from '../score/submission';
import type { Result } from './result';
import type { PlannedCase } from './suites';

/** Makes a case once and hands it to each arm: the same bytes, question and budget for all. */
export async function runCase(
  planned: PlannedCase,
  arms: readonly Arm[],
  frames: Frames,
  budget: BudgetLimits,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const { bytes, truth } = await planned.make(frames);
  const results: Result[] = [];
  for (const arm of arms) {
    const database = await fakeDatabase(bytes);
    try {
      const { submission, failure } = await attempt(arm, { question: truth.question, database, budget }, signal);
      const scored = await score(truth, submission, database, signal);
      const { level, D, reason } = truth;
      results.push({
        suite: planned.suite,
        caseId: planned.caseId,
        arm: arm.name,
        level,
        D,
        ...(reason && { reason }),
        ...scored,
        ...(failure !== undefined && { failure }),
      });
    } finally {
      await database.close();
    }
  }
  return results;
}

/** An arm that fails has handed in nothing; the benchmark goes on. */
async function attempt(
  arm: Arm,
  task: Parameters<Arm['investigate']>[0],
  signal: AbortSignal,
): Promise<{ readonly submission: Submission; readonly failure?: string }> {
  try {
    return { submission: await arm.investigate(task, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { submission: EMPTY_SUBMISSION, failure: messageOf(error) };
  }
}
