import { formatList, formatP } from '../../base/format';
import type { Statistics } from '../../board/statistics';

/** An operator's numbers on one line, for a model to weigh. */
export function statisticsText(statistics: Statistics): string {
  const { estimate, interval, p, n, arms, passed, unsupported, adjustedFor, heterogeneity, crude, oddsRatio } =
    statistics;
  // A screen names what moves its estimate, which itself is not adjusted.
  const isScreen = statistics.answers === 'confounding' && crude === undefined;
  const parts = [
    `${statistics.answers}: ${statistics.measure} ${plain(estimate)}${interval ? ` [${interval.map(plain).join(', ')}]` : ''}`,
    ...(p === undefined ? [] : [formatP(p)]),
    `n ${n}`,
    ...(arms ?? []).map((arm) => `${arm.label}: ${plain(arm.value)} of ${arm.n}`),
    ...(oddsRatio === undefined ? [] : [`odds ratio ${plain(oddsRatio.estimate)}`]),
    ...(adjustedFor && adjustedFor.length > 0
      ? [`${isScreen ? 'moved by' : 'adjusted for'} ${formatList(adjustedFor)}`]
      : []),
    ...(crude === undefined ? [] : [`before adjustment ${plain(crude)}`]),
    ...(heterogeneity ? [`differs by ${heterogeneity.by}: adjusted ${formatP(heterogeneity.adjustedP)}`] : []),
    ...(passed === undefined ? [] : [passed ? 'passed' : 'did not pass']),
    ...(unsupported === undefined ? [] : [`too little data: ${unsupported}`]),
    statistics.method,
  ];
  return parts.join('; ');
}

/** Four significant digits, an ASCII minus: as a model can copy it. */
function plain(value: number): string {
  return String(Number(value.toPrecision(4)));
}
