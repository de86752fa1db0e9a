import type { Forecast } from '../score/calibration';
import type { Truth } from '../score/truth';

/** What one arm made of one case. */
export type Result = Pick<Truth, 'level' | 'D' | 'reason'> & {
  readonly suite: string;
  readonly caseId: string;
  readonly arm: string;
  readonly metrics: Readonly<Record<string, number>>;
  readonly forecasts: readonly Forecast[];
  readonly accused: readonly string[];
  readonly verdicts: Readonly<Record<string, string>>;
  readonly unsupported: readonly string[];
  /** Why the arm handed in nothing, where it failed. */
  readonly failure?: string;
};
