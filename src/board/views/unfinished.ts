import type { Board } from '../board';

/** Whether somebody has still to work on it: the run broke off, or a hypothesis waits. */
export function isUnfinished({ investigation, hypotheses }: Board): boolean {
  return (
    investigation.status !== 'complete' ||
    hypotheses.some(({ status }) => status === 'open' || status === 'investigating')
  );
}
