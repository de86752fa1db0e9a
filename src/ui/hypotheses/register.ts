import * as vscode from 'vscode';
import { inertLine } from '../../base/inert';
import { STANDINGS } from '../../board/views/standing';
import type { Boards, BoardState } from '../boards/boards';
import { nameOf } from '../boards/read-state';
import { commandsWith } from '../command';
import type { Log } from '../log';
import type { Runs } from '../runs/runs';
import { registerHypothesisCommands } from './commands';
import { SORTS, type Arrangement, type Node, type Sort } from './nodes';
import { HypothesesProvider } from './provider';
import { standingWord } from './standing-icons';

const VIEW = 'dataDetective.hypotheses';

/** The tree of the active board's hypotheses, with their evidence below them. */
export function registerHypotheses(
  context: vscode.ExtensionContext,
  { boards, runs, log }: { readonly boards: Boards; readonly runs: Runs | undefined; readonly log: Log },
): void {
  const provider = new HypothesesProvider(boards, context.subscriptions);
  const view = vscode.window.createTreeView<Node>(VIEW, { treeDataProvider: provider, showCollapseAll: true });
  const draw = (): void => describe(view, provider, runs);
  const command = commandsWith(log);
  context.subscriptions.push(
    view,
    provider.onDidChangeTreeData(draw),
    ...(runs ? [runs.onDidChange(draw)] : []),
    ...registerHypothesisCommands(boards, runs, command),
    command('dataDetective.filterHypotheses', () => filter(provider)),
    command('dataDetective.sortHypotheses', () => sort(provider)),
    command('dataDetective.revealHypothesis', async ({ board, id }: { board: string; id: string }) => {
      if (provider.model?.uri.toString() !== board || !view.visible) return;
      const node = provider.find(id);
      if (node) await view.reveal(node, { select: true, focus: false });
    }),
    command('dataDetective.openActiveBoard', async () => {
      if (provider.model) await vscode.commands.executeCommand('vscode.open', provider.model.uri);
    }),
  );
  draw();
}

/** What stands over the tree: whose hypotheses these are, and why there are none. */
function describe(view: vscode.TreeView<Node>, provider: HypothesesProvider, runs: Runs | undefined): void {
  const { model, arrangement } = provider;
  const state = model?.state;
  view.description = model && inertLine(nameOf(model.uri));
  view.message = messageOf(state, arrangement);
  const running = runs?.all.length ?? 0;
  view.badge =
    running === 0 ? undefined : { value: running, tooltip: vscode.l10n.t('{0} investigations run', running) };
  const isBoard = state?.kind === 'board';
  const setContext = (key: string, value: unknown): void =>
    void vscode.commands.executeCommand('setContext', `dataDetective.${key}`, value);
  setContext('hasActiveBoard', model !== undefined);
  setContext('activeBoardIsLive', isBoard && state.live);
  setContext('activeBoardIsUnfinished', isBoard && !state.live && state.board.investigation.status !== 'complete');
}

function messageOf(state: BoardState | undefined, { hidden }: Arrangement): string | undefined {
  if (state?.kind === 'unreadable') return inertLine(state.message);
  if (state?.kind !== 'board') return undefined;
  const { hypotheses, investigation } = state.board;
  if (hypotheses.length === 0) {
    return investigation.status === 'running'
      ? vscode.l10n.t('The hypothesizer is looking at the data…')
      : vscode.l10n.t('No hypotheses: {0}', inertLine(investigation.reason ?? investigation.limitations[0] ?? ''));
  }
  if (hidden.size === 0) return undefined;
  return vscode.l10n.t(
    'Filtered: {0}',
    STANDINGS.filter((each) => !hidden.has(each))
      .map(standingWord)
      .join(', '),
  );
}

async function filter(provider: HypothesesProvider): Promise<void> {
  const { sort: kept, hidden } = provider.arrangement;
  const items = STANDINGS.map((standing) => ({
    label: standingWord(standing),
    standing,
    picked: !hidden.has(standing),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    placeHolder: vscode.l10n.t('Which hypotheses are shown?'),
  });
  if (picked === undefined) return;
  const shown = new Set(picked.map(({ standing }) => standing));
  provider.arrange({ sort: kept, hidden: new Set(STANDINGS.filter((each) => !shown.has(each))) });
}

async function sort(provider: HypothesesProvider): Promise<void> {
  const words: Readonly<Record<Sort, string>> = {
    number: vscode.l10n.t('In the order of their numbers'),
    confidence: vscode.l10n.t('Most certain first'),
    status: vscode.l10n.t('By status'),
    evidence: vscode.l10n.t('Most evidence first'),
  };
  const items = SORTS.map((each) => ({ label: words[each], sort: each }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('How are they ordered?') });
  if (picked) provider.arrange({ ...provider.arrangement, sort: picked.sort });
}
