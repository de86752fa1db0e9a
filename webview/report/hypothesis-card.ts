import * as l10n from '@vscode/l10n';
import { formatCount, formatP } from '../../src/base/format';
import type { Board, Hypothesis, Verdict } from '../../src/board/board';
import type { Statistics } from '../../src/board/statistics';
import { formatDifference } from '../../src/board/views/estimate-text';
import { countsOf, type LinkedEvidence, type Sides } from '../../src/board/views/evidence-for';
import { primaryOf } from '../../src/board/views/measured';
import { standing } from '../../src/board/views/standing';
import { indexOf } from '../board-index';
import { element, recordText } from '../dom';
import { standingLabel } from '../signs';
import { boundText, referenceLink } from '../text/marked-text';
import { relationWord } from '../words';
import { intervalPlot } from './interval-plot';
import { warningsOn } from './warnings';

/** So much evidence a side is listed; the matrix has the rest. */
const MOST_LISTED = 12;
/** Characters that may not fit the lines a statement has. */
const LONG = 300;

/** A hypothesis as a reader weighs it: how it stands, its numbers, why, and the evidence behind it. */
export function hypothesisCard(board: Board, hypothesis: Hypothesis, reach: number | undefined): HTMLElement {
  const { id, statement, pinned } = hypothesis;
  const { sides, verdicts } = indexOf(board);
  const verdict = verdicts.get(id);
  const statistics = primaryOf(board, hypothesis)?.statistics;
  return element(
    'article',
    { class: 'hypothesis', id: `card-${id}`, 'aria-labelledby': `statement-${id}` },
    element(
      'header',
      {},
      standingLabel(standing(board, hypothesis)),
      verdict && element('span', { class: 'quiet' }, confidenceText(hypothesis.confidence)),
      pinned ? element('span', { class: 'tag' }, l10n.t('Pinned')) : undefined,
      ...warningsOn(board, verdict).map(warningTag),
      referenceLink(id),
    ),
    // What is cut stands in the tooltip.
    element('h3', { id: `statement-${id}`, title: statement.length > LONG && statement }, recordText(statement)),
    statistics && estimateLine(statistics, reach),
    verdict ? element('p', { class: 'rationale' }, rationaleOf(verdict, board)) : reasonLine(hypothesis),
    evidenceList(board, sides.get(id)),
  );
}

export function confidenceText(confidence: number): string {
  return l10n.t('confidence {0} %', Math.round(confidence * 100));
}

/** A verdict's words, with its rule where they do not end with it already. */
export function rationaleOf(verdict: Verdict, board: Board): HTMLElement {
  const cited = verdict.cites.flatMap((id) => indexOf(board).evidence.get(id) ?? []);
  const isSaid = verdict.rationale.toLowerCase().includes(verdict.rule.toLowerCase());
  return element(
    'span',
    {},
    boundText(verdict.rationale, cited, board),
    isSaid ? undefined : element('span', { class: 'quiet' }, ' ', l10n.t('Rule: {0}', verdict.rule)),
  );
}

/** `−0.1 points  95 % interval −2.0 to +1.8, p = 0.91  n = 9,250`, with its plot. */
export function estimateLine(statistics: Statistics, reach: number | undefined): HTMLElement {
  const { measure, estimate, interval, p, n } = statistics;
  const bounds = interval?.map((bound) => formatDifference(measure, bound).replace(' points', ''));
  const parts = [
    ...(bounds ? [l10n.t('95 % interval {0} to {1}', bounds[0] ?? '', bounds[1] ?? '')] : []),
    ...(p === undefined ? [] : [formatP(p)]),
    ...(n > 0 ? [`n = ${formatCount(n)}`] : []),
  ];
  return element(
    'p',
    { class: 'estimate' },
    interval && reach ? intervalPlot(statistics, reach) : undefined,
    interval ? element('strong', {}, formatDifference(measure, estimate)) : undefined,
    element('span', { class: 'quiet' }, parts.join(' · ')),
  );
}

function warningTag({ text, why }: { readonly text: string; readonly why: string }): HTMLElement {
  return element('span', { class: 'tag warning', title: why }, text);
}

function reasonLine({ abandonedBecause, rejectedBy, rationale }: Hypothesis): HTMLElement | undefined {
  const text = abandonedBecause ?? rationale;
  if (text === undefined) return undefined;
  const by = rejectedBy === undefined ? undefined : l10n.t('Rejected by {0}: ', rejectedBy);
  return element('p', { class: 'rationale' }, by, recordText(text));
}

function evidenceList(board: Board, sides: Sides | undefined): HTMLElement | undefined {
  if (sides === undefined) return undefined;
  const { supports, contradicts, neutral } = countsOf(sides);
  if (supports + contradicts + neutral === 0) return undefined;
  const details = element(
    'details',
    {},
    element('summary', {}, l10n.t('{0} for · {1} against · {2} neutral', supports, contradicts, neutral)),
  );
  // Of many hypotheses few are unfolded.
  details.addEventListener('toggle', () => details.append(...evidenceBySide(board, sides)), { once: true });
  return details;
}

function evidenceBySide(board: Board, sides: Sides): HTMLElement[] {
  return (['supports', 'contradicts', 'neutral'] as const).flatMap((side) => {
    const pieces = sides[side];
    if (pieces.length === 0) return [];
    const more = pieces.length - MOST_LISTED;
    return [
      element('h4', {}, relationWord(side)),
      element(
        'ul',
        {},
        ...pieces.slice(0, MOST_LISTED).map((piece) => evidenceItem(piece, board)),
        more > 0 ? element('li', { class: 'quiet' }, l10n.t('and {0} more, in the matrix', more)) : undefined,
      ),
    ];
  });
}

function evidenceItem({ evidence }: LinkedEvidence, board: Board): HTMLElement {
  const { id, fact, redundantWith } = evidence;
  const drift = indexOf(board).drifted.get(id);
  return element(
    'li',
    {},
    referenceLink(id),
    ' ',
    boundText(fact, [evidence], board),
    redundantWith === undefined
      ? undefined
      : element('span', { class: 'quiet' }, ` (${l10n.t('repeats {0}', redundantWith)})`),
    drift === undefined ? undefined : element('span', { class: 'tag warning', title: drift }, l10n.t('Drifted')),
  );
}
