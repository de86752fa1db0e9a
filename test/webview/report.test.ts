// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import type { BoardEvent } from '../../src/board/events';
import { reduce } from '../../src/board/reduce';
import { hypothesis, sampleBoard, verdict } from '../board/sample';
import { boardShown, click, demand, openPage, textOf } from './page';

const stamp = { at: '2026-05-05T08:00:00Z', by: 'person' } as const;
const sample = sampleBoard();
const after = (board: Board, ...events: BoardEvent[]): Board => events.reduce<Board>(reduce, board);
const reporting = (report: string) => after(sample, { type: 'reported', ...stamp, report });

function unfold(selector: string): void {
  demand(selector).setAttribute('open', '');
  demand(selector).dispatchEvent(new Event('toggle'));
}

describe('the report', () => {
  let page = openPage();
  beforeEach(() => (page = openPage()));

  test('begins with the answer, then each hypothesis, then the rest; the question is said once', () => {
    const { question } = sample.investigation;
    page.shell.update(boardShown(reporting(`# ${question}\n\nDrug B helps.\n\n## Limits\n\nFew cases.`)));
    expect(textOf('.page-header h1')).toBe(question);
    expect(textOf('.answer')).toBe('Drug B helps.');
    expect(textOf('.prose')).toBe('Limits Few cases.');
    expect(document.body.textContent.split(question)).toHaveLength(2);
    const order = [...document.querySelectorAll('.answer, .hypotheses, .prose')].map(({ className }) => className);
    expect(order).toEqual(['answer', 'hypotheses', 'prose']);
  });

  test('links a bound number to its cell, and shows that cell with the way to its SQL', () => {
    page.shell.update(boardShown(reporting('[487](#Q1/1/2) of [3,412](#Q1/1/1) patients died [E1].')));
    click('.answer a[href="#Q1/1/2"]');
    expect(textOf('.details h2')).toBe('Query Q1');
    expect([...document.querySelectorAll('.cited')].map(({ textContent }) => textContent)).toEqual(['487']);
    click('.details .actions vscode-button');
    expect(page.sent).toContainEqual(['open-sql', 'Q1']);
  });

  test('links ids of records that are there, and no others', () => {
    page.shell.update(boardShown(reporting('See E1, H2, V1 and Q2, not E99 or room_E1.')));
    const links = [...document.querySelectorAll('.answer a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['#E1', '#H2', '#V1', '#Q2']);
  });

  test('marks what no result it cites holds, as a whole number and where it stands', () => {
    page.shell.update(boardShown(reporting('Of 3,412 patients 911 died, 91 % of them [E1].')));
    expect([...document.querySelectorAll('.answer .unsupported')].map((mark) => mark.firstChild?.textContent)).toEqual([
      '911',
      '91 %',
    ]);
  });

  test('leads nowhere outside the board: other links and pictures are text', () => {
    page.shell.update(
      boardShown(reporting('[here](https://example.org) ![picture](https://example.org/p.png) [up](#top) [no](#Q1/x)')),
    );
    expect(document.querySelectorAll('.answer a, .answer img')).toHaveLength(0);
    expect(textOf('.answer')).toBe('here picture up no');
  });

  test('shows verdict, confidence, numbers and evidence of a hypothesis', () => {
    page.shell.update(boardShown(sample));
    const card = textOf('#card-H1');
    expect(card).toContain('Contradicted confidence 6 %');
    expect(card).toContain('+0.4 points');
    expect(card).toContain('95 % interval −1.3 to +2.0 · p = 0.66 · n = 6,800');
    expect(demand('#card-H1 .interval-plot').getAttribute('aria-hidden')).toBe('true');
    expect(card).toMatch(/\d for · \d against · \d neutral/);
  });

  test('says what a verdict is not: checked by a rule, agreed on, still borne out', () => {
    page.shell.update(
      boardShown(
        after(
          sample,
          {
            type: 'judged',
            ...stamp,
            verdict: verdict('V20', 'H1', { proposed: 'supported', status: 'contradicted', cites: ['E1'] }),
          },
          { type: 'verified', ...stamp, query: 'Q1', as: 'drifted', because: 'row 1 differs' },
          { type: 'reviewed', ...stamp, verdict: 'V20', review: { ...stamp, agrees: false, note: 'too few' } },
        ),
      ),
    );
    const tags = [...document.querySelectorAll('#card-H1 .tag.warning')].map(({ textContent }) => textContent);
    expect(tags).toEqual(['At risk', 'Judge: Supported', 'Not rule-checked', 'Disputed']);
  });

  test('leaves what did not change as it is, and unfolded what was unfolded', () => {
    page.shell.update(boardShown(sample));
    const [first, second] = ['#card-H1', '#card-H2'].map(demand);
    unfold('#card-H2 details');
    page.shell.update(boardShown(after(sample, { type: 'pinned', ...stamp, hypothesis: 'H2', pinned: true })));
    expect(demand('#card-H1')).toBe(first);
    expect(demand('#card-H2')).not.toBe(second);
    expect(demand('#card-H2 details').hasAttribute('open')).toBe(true);
  });

  test('lists the evidence of what is unfolded, with what drifted', () => {
    page.shell.update(
      boardShown(after(sample, { type: 'verified', ...stamp, query: 'Q1', as: 'drifted', because: 'row 1 differs' })),
    );
    expect(demand('#card-H1 details').children).toHaveLength(1);
    unfold('#card-H1 details');
    expect(textOf('#card-H1 details ul')).toMatch(/^E1 14.3 % of patients .* Drifted$/);
    expect(demand('#card-H1 details .tag').title).toBe('row 1 differs');
  });

  test('shows many hypotheses a part at a time', () => {
    const many = Array.from({ length: 150 }, (_, index) => hypothesis(`H${index + 1}`, `statement ${index + 1}`));
    page.shell.update(boardShown({ ...sample, hypotheses: many, links: [], verdicts: [] }));
    const cards = () => document.querySelectorAll('.hypothesis').length;
    expect(cards()).toBe(60);
    click('.more');
    expect(cards()).toBe(120);
    page.shell.show('report', 'H140');
    expect(cards()).toBe(140);
  });
});
