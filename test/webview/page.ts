import type { Board } from '../../src/board/board';
import type { Tab } from '../../src/protocol/board-messages';
import { MatrixView } from '../../webview/matrix/matrix-view';
import type { Shown } from '../../webview/replica';
import { ReportView } from '../../webview/report/report-view';
import { Shell, type MakeView } from '../../webview/shell';
import { TimelineView } from '../../webview/timeline/timeline-view';
import type { SavedState } from '../../webview/saved-state';

/** A tab that takes no part in a test. */
const nothing: MakeView = () => ({ show: () => undefined, reveal: () => undefined });

/** The page in a test's document, and what leaves it. */
export function openPage(saved: SavedState = { tab: 'report', scrolled: {} }) {
  document.body.replaceChildren();
  const sent: unknown[][] = [];
  const kept: SavedState[] = [];
  const send =
    (name: string) =>
    (...details: unknown[]) =>
      void sent.push([name, ...details]);
  const shell = new Shell(document.body, {
    views: {
      report: (host) => new ReportView(host),
      graph: nothing,
      matrix: (host, actions) => new MatrixView(host, actions),
      timeline: (host, actions) => new TimelineView(host, actions),
    },
    actions: {
      openSql: send('open-sql'),
      openText: send('open-text'),
      act: send('act'),
      addHypothesis: send('add-hypothesis'),
      manageTrust: send('manage-trust'),
      explain: (hypothesis) => {
        sent.push(['explain', hypothesis]);
        return Promise.resolve({ weakestLink: 'E1 alone decides.', missing: [], flips: [], ruleSays: 'supported' });
      },
    },
    selected: send('selected'),
    saved,
    save: (state) => void kept.push(state),
  });
  return { shell, sent, kept };
}

export function boardShown(board: Board, more: Partial<Extract<Shown, { kind: 'board' }>> = {}): Shown {
  return { kind: 'board', board, live: false, unsaved: false, notice: undefined, ...more };
}

/** What the control library does when the person chooses a tab. */
export function chooseTab(tab: Tab): void {
  const panels = demand('vscode-panels');
  panels.dispatchEvent(new CustomEvent('change', { bubbles: true, detail: demand(`#tab-${tab}`) }));
}

export function click(selector: string): void {
  demand(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

export function demand(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing on the page is ${selector}`);
  return found;
}

/** What is read there, a space between the texts of its elements. */
export function textOf(selector: string): string {
  const texts = (node: Node): string[] =>
    node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(texts);
  return texts(demand(selector)).join(' ').replaceAll(/\s+/g, ' ').trim();
}
