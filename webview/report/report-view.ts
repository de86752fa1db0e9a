import * as l10n from '@vscode/l10n';
import { unsupportedInReport } from '../../src/board/binding';
import type { Board, Hypothesis } from '../../src/board/board';
import { primaryOf } from '../../src/board/views/measured';
import { hypothesisParts } from '../board-index';
import { element, recordText } from '../dom';
import { KeyedChildren } from '../keyed';
import type { View } from '../view';
import { hypothesisCard } from './hypothesis-card';
import { reachOf } from './interval-plot';
import { renderMarkdown } from './markdown';

/** So many hypotheses are shown at first, and so many more each time the person asks. */
const PAGE = 60;

/** The answer first, then each hypothesis, then the whole report. */
export class ReportView implements View {
  readonly #answer = element('section', { class: 'answer', 'aria-label': l10n.t('Answer') });
  readonly #list = element('div', { class: 'hypotheses' });
  readonly #count = element('span', { class: 'quiet' });
  readonly #more = element('vscode-button', { appearance: 'secondary', class: 'more' });
  readonly #hypotheses = element(
    'section',
    { 'aria-labelledby': 'hypotheses-title' },
    element('h2', { id: 'hypotheses-title' }, l10n.t('Hypotheses'), ' ', this.#count),
    this.#list,
    this.#more,
  );
  readonly #prose = element('div', { class: 'prose' });
  readonly #rest = element(
    'section',
    { 'aria-labelledby': 'rest-title' },
    element('h2', { id: 'rest-title' }, l10n.t('Report in Full')),
    this.#prose,
  );
  readonly #cards = new KeyedChildren(this.#list);
  #board: Board | undefined;
  #reported: readonly unknown[] = [];
  #shown = PAGE;

  constructor(host: HTMLElement) {
    host.append(element('div', { class: 'report' }, this.#answer, this.#hypotheses, this.#rest));
    this.#more.addEventListener('click', () => {
      this.#shown += PAGE;
      this.#showHypotheses();
    });
  }

  show(board: Board): void {
    this.#board = board;
    const { report, investigation, hypotheses, queries, evidence } = board;
    const reported = [report, investigation, ...(report === '' ? [hypotheses.length === 0] : [queries, evidence])];
    if (reported.some((part, index) => part !== this.#reported[index])) this.#showReport(board);
    this.#reported = reported;
    this.#showHypotheses();
  }

  reveal(id: string): void {
    const place = this.#board?.hypotheses.findIndex((each) => each.id === id) ?? -1;
    if (place >= this.#shown) {
      this.#shown = place + 1;
      this.#showHypotheses();
    }
    this.#list.querySelector(`#card-${id}`)?.scrollIntoView({ block: 'nearest' });
  }

  #showReport(board: Board): void {
    const { question } = board.investigation;
    const blocks = [...renderMarkdown(board.report, board, unsupportedInReport(board)).children];
    const isTitle = blocks[0]?.tagName === 'H2';
    // The page's own heading says the question already.
    const body = isTitle && blocks[0]?.textContent.trim() === question.trim() ? blocks.slice(1) : blocks;
    const isHeading = ({ tagName }: Element): boolean => /^H\d$/.test(tagName);
    const start = body.findIndex((block) => !isHeading(block));
    const end = body.findIndex((block, index) => index > start && isHeading(block));
    const lead = end < 0 ? body : body.slice(0, end);
    this.#answer.replaceChildren(...(body.length === 0 ? [placeholder(board)] : lead));
    this.#prose.replaceChildren(...(end < 0 ? [] : body.slice(end)));
    this.#rest.hidden = end < 0;
  }

  #showHypotheses(): void {
    const board = this.#board;
    if (board === undefined) return;
    const { hypotheses } = board;
    const shown = hypotheses.slice(0, this.#shown);
    const reaches = reachesOf(board, shown);
    this.#cards.show(
      shown.map((hypothesis) => {
        const reach = reaches.get(primaryOf(board, hypothesis)?.statistics.measure ?? '');
        return {
          key: hypothesis.id,
          parts: [reach, ...hypothesisParts(board, hypothesis)],
          make: () => hypothesisCard(board, hypothesis, reach),
        };
      }),
    );
    this.#count.textContent = hypotheses.length === 0 ? '' : String(hypotheses.length);
    this.#hypotheses.hidden = hypotheses.length === 0;
    const left = hypotheses.length - shown.length;
    this.#more.hidden = left <= 0;
    this.#more.textContent = l10n.t('Show {0} More', Math.min(left, PAGE));
  }
}

/** One scale for all estimates of a measure: their plots can be compared. */
function reachesOf(board: Board, hypotheses: readonly Hypothesis[]): ReadonlyMap<string, number> {
  const reaches = new Map<string, number>();
  for (const hypothesis of hypotheses) {
    const statistics = primaryOf(board, hypothesis)?.statistics;
    if (statistics?.interval === undefined) continue;
    reaches.set(statistics.measure, Math.max(reaches.get(statistics.measure) ?? 0, reachOf(statistics)));
  }
  return reaches;
}

function placeholder({ investigation, hypotheses }: Board): HTMLElement {
  if (investigation.status !== 'running') {
    const why = investigation.reason ?? investigation.limitations.at(-1);
    return element('p', { class: 'quiet' }, l10n.t('There is no report.'), ' ', why && recordText(why));
  }
  const text =
    hypotheses.length === 0
      ? l10n.t('The hypothesizer is looking at the data.')
      : l10n.t('The report is written when the hypotheses are judged. What is known so far:');
  return element('p', { class: 'quiet' }, text);
}
