import * as l10n from '@vscode/l10n';
import { formatCount, formatList, formatMeasure, formatNumber, formatP, formatShare } from '../../src/base/format';
import type { Board, Evidence } from '../../src/board/board';
import type { Statistics } from '../../src/board/statistics';
import { formatDifference } from '../../src/board/views/estimate-text';
import { indexOf } from '../board-index';
import { element, recordText } from '../dom';
import { estimateLine } from '../report/hypothesis-card';
import { reachOf } from '../report/interval-plot';
import { relationLabel } from '../signs';
import { boundText, referenceLink, textWithIds } from '../text/marked-text';
import type { DetailsContext } from '../view';
import { queryDetails } from './query-details';
import { clockText } from '../words';

/** A piece of evidence: what it says, on which hypotheses, its numbers, and the query that it comes from. */
export function evidenceDetails(evidence: Evidence, board: Board, context: DetailsContext): Node[] {
  const { linksFrom, queries, drifted } = indexOf(board);
  const { id, fact, statistics, attack, label, redundantWith, weight } = evidence;
  const query = queries.get(evidence.query);
  const drift = drifted.get(id);
  const facts: [string, string | Node][] = [
    ...(label === undefined ? [] : [[l10n.t('Shows'), label] satisfies [string, string]]),
    ...(attack === undefined ? [] : [[l10n.t('Tries to refute'), attack] satisfies [string, string]]),
    ...(redundantWith === undefined
      ? []
      : [[l10n.t('Repeats'), referenceLink(redundantWith)] satisfies [string, Node]]),
    [l10n.t('Weight'), formatNumber(weight)],
    [l10n.t('Recorded'), `${evidence.by}, ${clockText(evidence.recordedAt)}`],
  ];
  return [
    element('p', { class: 'lead' }, boundText(fact, [evidence], board)),
    ...(drift === undefined
      ? []
      : [element('p', { class: 'notice warning' }, l10n.t('Its query gives another answer now. {0}', drift))]),
    element(
      'ul',
      { class: 'links' },
      ...(linksFrom.get(id) ?? []).map(({ relation, to, note }) =>
        element(
          'li',
          {},
          relationLabel(relation),
          ' ',
          referenceLink(to),
          note === '' ? undefined : [' ', element('bdi', {}, ...textWithIds(note, board))],
        ),
      ),
    ),
    ...(statistics ? [statisticsSection(statistics)] : []),
    definitions(facts),
    ...(query
      ? [element('h3', {}, l10n.t('Query'), ' ', referenceLink(query.id)), ...queryDetails(query, undefined, context)]
      : []),
  ];
}

/** Names and values, one pair a line. */
export function definitions(pairs: readonly (readonly [string, string | Node])[]): HTMLElement {
  return element(
    'dl',
    {},
    ...pairs.flatMap(([name, value]) => [
      element('dt', {}, name),
      element('dd', {}, typeof value === 'string' ? recordText(value) : value),
    ]),
  );
}

function statisticsSection(statistics: Statistics): HTMLElement {
  const { method, arms, adjustedFor, crude, measure, margin, sensitivity, heterogeneity, unsupported, oddsRatio } =
    statistics;
  const level = (value: number): string => (measure === 'risk difference' ? formatShare(value) : formatMeasure(value));
  const pairs: [string, string][] = [
    [l10n.t('Method'), method],
    ...(arms ?? []).map(({ label, value, n }): [string, string] => [
      label,
      l10n.t('{0} of {1}', level(value), formatCount(n)),
    ]),
    ...(adjustedFor?.length ? [[l10n.t('Adjusted for'), formatList(adjustedFor)] satisfies [string, string]] : []),
    ...(crude === undefined
      ? []
      : [[l10n.t('Before adjustment'), formatDifference(measure, crude)] satisfies [string, string]]),
    ...(margin === undefined
      ? []
      : [[l10n.t('Margin'), `±${formatDifference(measure, margin).replace(/^\+/, '')}`] satisfies [string, string]]),
    ...(oddsRatio === undefined
      ? []
      : [[l10n.t('Odds ratio'), formatMeasure(oddsRatio.estimate)] satisfies [string, string]]),
    ...(heterogeneity === undefined
      ? []
      : [[l10n.t('Differs by {0}', heterogeneity.by), formatP(heterogeneity.adjustedP)] satisfies [string, string]]),
    ...(sensitivity === undefined ? [] : [[l10n.t('E-value'), formatNumber(sensitivity)] satisfies [string, string]]),
    ...(unsupported === undefined ? [] : [[l10n.t('Too little data'), unsupported] satisfies [string, string]]),
  ];
  return element(
    'section',
    { class: 'statistics', 'aria-label': l10n.t('Statistics') },
    estimateLine(statistics, reachOf(statistics)),
    definitions(pairs),
  );
}
