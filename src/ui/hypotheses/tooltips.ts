import * as vscode from 'vscode';
import { inertText } from '../../base/inert';
import type { Board, Verdict } from '../../board/board';
import { standingVerdict } from '../../board/views/standing';
import { plainMarkdown } from '../plain';
import { formatConfidence } from './items';
import type { EvidenceNode, HypothesisNode, Node } from './nodes';
import { standingWord } from './standing-icons';

const MOST_SQL_LINES = 20;

/** What a row tells when it is pointed at. Text of the board is only ever text in it: no link, no picture, no command. */
export function tooltipOf(node: Node, board: Board): vscode.MarkdownString | undefined {
  switch (node.kind) {
    case 'hypothesis':
      return hypothesisTooltip(node, board);
    case 'evidence':
      return evidenceTooltip(node, board);
    case 'side':
      return undefined;
  }
}

function hypothesisTooltip({ hypothesis, standing }: HypothesisNode, board: Board): vscode.MarkdownString {
  const { id, statement, rationale, refines, hints = [], abandonedBecause } = hypothesis;
  const text = new Text().strong(`${id} `).line(statement);
  const verdict = standingVerdict(board, id);
  text.strong(verdict ? `${standingWord(standing)}, ${formatConfidence(verdict.confidence)}` : standingWord(standing));
  text.line('');
  if (verdict) tellVerdict(text, verdict);
  if (abandonedBecause !== undefined) text.line(vscode.l10n.t('Abandoned because: {0}', abandonedBecause));
  if (rationale !== undefined) text.line(vscode.l10n.t('Why it is asked: {0}', rationale));
  if (refines !== undefined) text.line(vscode.l10n.t('Refines {0}', refines));
  for (const hint of hints) text.line(vscode.l10n.t('Hint: {0}', hint));
  return text.markdown;
}

function tellVerdict(text: Text, { proposed, status, rule, rationale, reviews = [] }: Verdict): void {
  text.line(rationale);
  text.line(vscode.l10n.t('Rule: {0}', rule));
  if (proposed !== status) text.line(vscode.l10n.t('The judge proposed: {0}', standingWord(proposed)));
  for (const { by, agrees, note } of reviews) {
    text.line(
      agrees ? vscode.l10n.t('{0} accepts it: {1}', by, note) : vscode.l10n.t('{0} disputes it: {1}', by, note),
    );
  }
}

function evidenceTooltip({ evidence, link }: EvidenceNode, board: Board): vscode.MarkdownString {
  const text = new Text().strong(`${evidence.id} `).line(evidence.fact).line(link.note);
  const query = board.queries.find(({ id }) => id === evidence.query);
  if (query) {
    const lines = query.sql.split('\n');
    const shown = lines.length > MOST_SQL_LINES ? [...lines.slice(0, MOST_SQL_LINES), '…'] : lines;
    text.markdown.appendCodeblock(inertText(shown.join('\n')), 'sql');
  }
  return text.markdown;
}

/** Markdown that is built of text, never of markup that was handed in. */
class Text {
  readonly markdown = new vscode.MarkdownString();

  strong(text: string): this {
    this.markdown.appendMarkdown(`**${plainMarkdown(text)}** `);
    return this;
  }

  line(text: string): this {
    this.markdown.appendMarkdown(`${plainMarkdown(text)}\n\n`);
    return this;
  }
}
