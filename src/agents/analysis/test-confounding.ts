import type { ColumnRef } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import { Fault } from '../../base/fault';
import { formatP } from '../../base/format';
import type { OperatorFinding } from '../tools/operator';
import { materialShift } from './adjust';
import { describeEstimate, formatDifference } from '../../board/views/estimate-text';
import type { GroupComparison } from './group-comparison';

/** Whether a column distorts the comparison: tied to exposure and outcome, and moving the estimate when it is held fixed. */
export async function testConfounding(run: GroupComparison, by: ColumnRef): Promise<readonly OperatorFinding[]> {
  const start = await run.crude();
  if (!start.contrast) return [run.nothingToCompare(start.from)];
  const adjustment = await run.adjust(start.contrast, start.margin);
  const candidates = (adjustment?.screened ?? []).filter(
    ({ covariate }) => covariate.column.table === by.table && covariate.column.column === by.column,
  );
  const screened = candidates.sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift))[0];
  if (!screened?.adjusted)
    throw new Fault(`${by.table}.${by.column} cannot split the units`, 'name a column with few values');
  const from = await run.queries.joint([screened.covariate], adjustment?.cuts ?? new Map());
  const contrast = screened.adjusted;
  const { label } = screened.covariate;
  const statistics: Statistics = {
    answers: 'confounding',
    method: 'change in estimate: association with exposure and outcome (chi-square), standardised difference',
    measure: run.measure,
    estimate: contrast.estimate,
    interval: [...contrast.interval],
    standardError: contrast.standardError,
    p: contrast.p,
    n: contrast.n,
    margin: start.margin,
    crude: start.contrast.estimate,
    adjustedFor: [label],
    passed: screened.confounds,
    ties: { exposure: screened.exposure.p, outcome: screened.outcome.p },
    primary: true,
    ...(contrast.strata && { strata: contrast.strata }),
  };
  const moves = Math.abs(screened.shift) >= materialShift(start.contrast.estimate, start.margin);
  const ties = `${label} goes with ${run.words.exposed} (${formatP(screened.exposure.p)}) and with ${run.words.outcome} (${formatP(screened.outcome.p)})`;
  return [
    {
      query: start.from.query,
      fact: start.fact,
      statistics: start.statistics,
      relation: 'neutral',
      note: 'the difference before adjustment',
    },
    {
      query: from.query,
      fact: `Within ${label} the difference becomes ${describeEstimate(run.measure, contrast)}; crude it was ${formatDifference(run.measure, start.contrast.estimate)}. ${ties}.`,
      statistics,
      relation: screened.confounds ? 'supports' : moves ? 'neutral' : 'contradicts',
      note: screened.confounds
        ? `${label} distorts the comparison`
        : moves
          ? 'the estimate moves, the ties are unsure'
          : 'holding it fixed changes little',
      attack: 'confounder split',
    },
  ];
}
