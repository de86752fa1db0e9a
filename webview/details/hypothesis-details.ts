import * as l10n from '@vscode/l10n';
import { formatP } from '../../src/base/format';
import type { Board, Hypothesis, Verdict } from '../../src/board/board';
import { primaryOf } from '../../src/board/views/measured';
import { standing } from '../../src/board/views/standing';
import type { Action, ExplanationMessage } from '../../src/protocol/board-messages';
import { indexOf } from '../board-index';
import { element, recordText } from '../dom';
import { confidenceText, estimateLine, rationaleOf } from '../report/hypothesis-card';
import { reachOf } from '../report/interval-plot';
import { warningsOn } from '../report/warnings';
import { relationLabel, standingLabel } from '../signs';
import { boundText, referenceLink, textWithIds } from '../text/marked-text';
import type { DetailsContext, ViewActions } from '../view';
import { clockText, standingWord } from '../words';
import { definitions } from './evidence-details';

/** So much evidence is listed; the matrix has the rest. */
const MOST_LISTED = 40;

/** A hypothesis: how it stands, the verdict with its rule, what would overturn it, and the evidence on it. */
export function hypothesisDetails(hypothesis: Hypothesis, board: Board, { actions, allows }: DetailsContext): Node[] {
  const { id, statement, hints = [], refines, rationale, proposedBy, abandonedBecause, rejectedBy } = hypothesis;
  const verdict = indexOf(board).verdicts.get(id);
  const statistics = primaryOf(board, hypothesis)?.statistics;
  const canAct = allows === 'everything';
  return [
    element('p', { class: 'lead' }, recordText(statement)),
    element(
      'p',
      { class: 'stands' },
      standingLabel(standing(board, hypothesis)),
      verdict && element('span', { class: 'quiet' }, confidenceText(hypothesis.confidence)),
    ),
    ...(statistics ? [estimateLine(statistics, reachOf(statistics))] : []),
    ...warningsOn(board, verdict).map(({ text, why }) =>
      element(
        'p',
        { class: 'notice warning' },
        element('strong', {}, text),
        ' ',
        element('bdi', {}, ...textWithIds(why, board)),
      ),
    ),
    ...(canAct ? [hypothesisActions(hypothesis, actions)] : []),
    ...(verdict
      ? [
          ...verdictDetails(verdict, board),
          ...(canAct
            ? [
                element(
                  'p',
                  { class: 'actions' },
                  actionButton(l10n.t('Accept or Dispute…'), 'review', verdict.id, actions),
                ),
              ]
            : []),
          explanation(id, board, actions),
        ]
      : []),
    definitions([
      ...(abandonedBecause === undefined
        ? []
        : [
            [
              rejectedBy === undefined ? l10n.t('Abandoned') : l10n.t('Rejected by {0}', rejectedBy),
              abandonedBecause,
            ] as const,
          ]),
      ...(rationale === undefined ? [] : [[l10n.t('Why it was proposed'), rationale] as const]),
      ...hints.map((hint) => [l10n.t('Hint'), hint] as const),
      ...(refines === undefined ? [] : [[l10n.t('Refines'), referenceLink(refines)] as const]),
      [l10n.t('Proposed by'), proposedBy],
    ]),
    ...evidenceSection(id, board),
  ];
}

/** What was judged, by which rule, and what people say of it. */
export function verdictDetails(verdict: Verdict, board: Board): Node[] {
  const { id, rule, by, round, proposed, status, cites, adjustedP, reviews = [] } = verdict;
  return [
    element('h3', {}, l10n.t('Verdict'), ' ', element('span', { class: 'quiet' }, id)),
    element('p', {}, rationaleOf(verdict, board)),
    definitions([
      [l10n.t('Rule'), rule],
      ...(proposed === status
        ? []
        : [
            [
              l10n.t('The judge said'),
              `${standingWord(proposed)}; ${l10n.t('the rules decide')}: ${standingWord(status)}`,
            ] as const,
          ]),
      ...(adjustedP === undefined ? [] : [[l10n.t('Corrected for several tests'), formatP(adjustedP)] as const]),
      [l10n.t('Rests on'), element('span', {}, ...listed(cites))],
      [l10n.t('Given by'), l10n.t('{0}, round {1}', by, round)],
    ]),
    ...reviews.map((review) =>
      element(
        'p',
        { class: review.agrees ? 'notice' : 'notice warning' },
        element(
          'strong',
          {},
          review.agrees ? l10n.t('Accepted by {0}', review.by) : l10n.t('Disputed by {0}', review.by),
        ),
        ' ',
        recordText(review.note),
        element('span', { class: 'quiet' }, ` ${clockText(review.at)}`),
      ),
    ),
  ];
}

function listed(ids: readonly string[]): Node[] {
  if (ids.length === 0) return [document.createTextNode(l10n.t('nothing'))];
  return ids.flatMap((id, index) => [...(index > 0 ? [document.createTextNode(', ')] : []), referenceLink(id)]);
}

function hypothesisActions({ id, pinned }: Hypothesis, actions: ViewActions): HTMLElement {
  return element(
    'p',
    { class: 'actions' },
    actionButton(l10n.t('Test Again'), 'retest', id, actions),
    actionButton(l10n.t('Hint…'), 'hint', id, actions),
    pinned ? actionButton(l10n.t('Unpin'), 'unpin', id, actions) : actionButton(l10n.t('Pin'), 'pin', id, actions),
    actionButton(l10n.t('Edit…'), 'edit', id, actions),
    actionButton(l10n.t('Reject…'), 'reject', id, actions),
  );
}

function actionButton(text: string, action: Action, id: string, actions: ViewActions): HTMLElement {
  const button = element('vscode-button', { appearance: 'secondary' }, text);
  button.addEventListener('click', () => actions.act(action, id));
  return button;
}

/** What only the host works out comes a moment later. */
function explanation(id: string, board: Board, actions: ViewActions): HTMLElement {
  const section = element('section', { 'aria-busy': 'true' });
  actions.explain(id).then(
    (found) => {
      section.replaceChildren(...explanationParts(found, board, indexOf(board).verdicts.get(id)));
      section.removeAttribute('aria-busy');
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      section.replaceChildren(element('p', { class: 'quiet' }, l10n.t('It cannot be explained: {0}', message)));
      section.removeAttribute('aria-busy');
    },
  );
  return section;
}

function explanationParts(
  { weakestLink, missing, flips, ruleSays }: ExplanationMessage,
  board: Board,
  verdict: Verdict | undefined,
): Node[] {
  const sentence = (text: string): HTMLElement => element('bdi', {}, ...textWithIds(text, board));
  const list = (title: string, items: readonly Node[]): Node[] =>
    items.length === 0
      ? []
      : [element('h3', {}, title), element('ul', {}, ...items.map((item) => element('li', {}, item)))];
  return [
    element('h3', {}, l10n.t('Weakest link')),
    element('p', {}, sentence(weakestLink)),
    ...(ruleSays !== undefined && verdict !== undefined && ruleSays !== verdict.status
      ? [
          element(
            'p',
            { class: 'notice warning' },
            l10n.t('On the evidence as it is now the rules say: {0}', standingWord(ruleSays)),
          ),
        ]
      : []),
    ...list(
      l10n.t('What would overturn it'),
      flips.map(({ what, becomes }) =>
        element('span', {}, sentence(what), ' ', element('span', { class: 'becomes' }, '→ ', standingLabel(becomes))),
      ),
    ),
    ...list(l10n.t('Missing'), missing.map(sentence)),
  ];
}

function evidenceSection(id: string, board: Board): Node[] {
  const sides = indexOf(board).sides.get(id);
  const pieces = sides ? [...sides.supports, ...sides.contradicts, ...sides.neutral] : [];
  if (pieces.length === 0) return [];
  const more = pieces.length - MOST_LISTED;
  return [
    element('h3', {}, l10n.t('Evidence'), ' ', element('span', { class: 'quiet' }, String(pieces.length))),
    element(
      'ul',
      { class: 'links' },
      ...pieces
        .slice(0, MOST_LISTED)
        .map(({ evidence, link }) =>
          element(
            'li',
            {},
            relationLabel(link.relation),
            ' ',
            referenceLink(evidence.id),
            ' ',
            boundText(evidence.fact, [evidence], board),
          ),
        ),
      more > 0 ? element('li', { class: 'quiet' }, l10n.t('and {0} more, in the matrix', more)) : undefined,
    ),
  ];
}
