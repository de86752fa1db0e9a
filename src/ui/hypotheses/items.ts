import * as vscode from 'vscode';
import { formatShare } from '../../base/format';
import { inertLine } from '../../base/inert';
import type { Board } from '../../board/board';
import { unsupportedIn } from '../../board/binding';
import { countsOf } from '../../board/views/evidence-for';
import { standingVerdict } from '../../board/views/standing';
import type { EvidenceNode, HypothesisNode, Node, Side, SideNode } from './nodes';
import { standingIcon, standingWord } from './standing-icons';

/** What the board says beside a row's own record: looked up when a row is drawn, not for the whole tree. */
export type Marks = {
  readonly board: Board;
  readonly drifted: ReadonlySet<string>;
  readonly atRisk: ReadonlySet<string>;
};

/** A row as the tree draws it; its tooltip comes when it is pointed at. */
export function itemOf(node: Node, marks: Marks, boardUri: vscode.Uri): vscode.TreeItem {
  const item = drawn(node, marks, boardUri);
  item.id = `${boardUri.toString()}#${node.key}`;
  return item;
}

function drawn(node: Node, marks: Marks, boardUri: vscode.Uri): vscode.TreeItem {
  switch (node.kind) {
    case 'hypothesis':
      return hypothesisItem(node, marks);
    case 'side':
      return sideItem(node);
    case 'evidence':
      return evidenceItem(node, marks, boardUri);
  }
}

function hypothesisItem({ hypothesis, standing, sides }: HypothesisNode, { board, atRisk }: Marks): vscode.TreeItem {
  const { id, statement, confidence, pinned = false } = hypothesis;
  const { supports, contradicts, neutral } = countsOf(sides);
  const verdict = standingVerdict(board, id);
  const isShaken = verdict !== undefined && atRisk.has(verdict.id);
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const hasEvidence = supports + contradicts + neutral > 0;
  const item = new vscode.TreeItem(`${id}  ${inertLine(statement)}`, hasEvidence ? Collapsed : None);
  const word = standingWord(standing);
  const counts = vscode.l10n.t('{0} for, {1} against', supports, contradicts);
  item.description = [
    ...(pinned ? [vscode.l10n.t('pinned')] : []),
    ...(verdict ? [formatConfidence(confidence)] : []),
    counts,
    ...(isShaken ? [vscode.l10n.t('at risk')] : []),
  ].join(' · ');
  item.iconPath = isShaken
    ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
    : standingIcon(standing);
  item.contextValue = ['hypothesis', ...(pinned ? ['pinned'] : []), ...(verdict ? ['judged'] : []), standing].join(' ');
  item.accessibilityInformation = { label: `${id}, ${word}: ${inertLine(statement)}. ${item.description}` };
  return item;
}

function sideItem({ side, parent }: SideNode): vscode.TreeItem {
  const item = new vscode.TreeItem(sideWord(side), vscode.TreeItemCollapsibleState.Expanded);
  item.description = String(parent.sides[side].length);
  item.contextValue = 'side';
  item.iconPath = sideIcon(side);
  return item;
}

function evidenceItem(
  { evidence, link }: EvidenceNode,
  { board, drifted }: Marks,
  boardUri: vscode.Uri,
): vscode.TreeItem {
  const { id, fact, query, attack, redundantWith } = evidence;
  const item = new vscode.TreeItem(inertLine(evidence.label ?? fact));
  const unfounded = unsupportedIn(fact, [evidence], board).length > 0;
  item.description = [
    id,
    ...(attack === undefined ? [] : [vscode.l10n.t('tries to refute')]),
    ...(redundantWith === undefined ? [] : [vscode.l10n.t('repeats {0}', redundantWith)]),
    ...(drifted.has(id) ? [vscode.l10n.t('drifted')] : []),
    ...(unfounded ? [vscode.l10n.t('says more than its query')] : []),
  ].join(' · ');
  item.iconPath =
    drifted.has(id) || unfounded
      ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
      : new vscode.ThemeIcon(attack === undefined ? 'table' : 'shield');
  item.contextValue = 'evidence';
  item.command = {
    command: 'dataDetective.openSql',
    title: vscode.l10n.t('Open SQL'),
    arguments: [{ board: boardUri.toString(), query }],
  };
  const relation = sideWord(link.relation === 'leads-to' ? 'neutral' : link.relation);
  item.accessibilityInformation = { label: `${relation}: ${inertLine(fact)}. ${item.description}` };
  return item;
}

function sideWord(side: Side): string {
  switch (side) {
    case 'supports':
      return vscode.l10n.t('For');
    case 'contradicts':
      return vscode.l10n.t('Against');
    case 'neutral':
      return vscode.l10n.t('Neutral');
  }
}

function sideIcon(side: Side): vscode.ThemeIcon {
  switch (side) {
    case 'supports':
      return new vscode.ThemeIcon('add', new vscode.ThemeColor('testing.iconPassed'));
    case 'contradicts':
      return new vscode.ThemeIcon('remove', new vscode.ThemeColor('testing.iconFailed'));
    case 'neutral':
      return new vscode.ThemeIcon('dash');
  }
}

/** "97 %", and never a certainty that nobody has. */
export function formatConfidence(confidence: number): string {
  if (confidence > 0.995) return '> 99 %';
  if (confidence < 0.005) return '< 1 %';
  return formatShare(confidence).replace(/\.\d/, '');
}
