import * as vscode from 'vscode';
import { z } from 'zod';
import { dataBlock } from '../../agents/tools/data-block';
import type { Board } from '../../board/board';
import type { Parts } from '../parts';
import { plain } from '../plain';
import { answerLines } from './board-text';
import { checkedInput } from './checked-input';
import { demandModels, mayQuote } from './demand-sharing';
import { withinBudget } from './within-budget';
import { pathInWorkspace, workspaceFile } from './workspace-file';

const inputSchema = z.strictObject({ database: z.string().min(1), question: z.string().trim().min(1) });

type Used = Pick<Parts, 'runs' | 'teams'>;

/** Says what is about to be done, with which team, and what the chat will get. */
export function prepareInvestigation(input: unknown, { teams }: Used): vscode.PreparedToolInvocation {
  const { database, question } = checkedInput(inputSchema, input);
  const message = new vscode.MarkdownString();
  const told = [
    vscode.l10n.t('Database: {0}', database),
    vscode.l10n.t('Question: {0}', question),
    vscode.l10n.t('Team: {0}', teams.chosen ?? vscode.l10n.t('you will be asked')),
    mayQuote()
      ? vscode.l10n.t('The answer goes to the model of this chat, with names and numbers from the database.')
      : vscode.l10n.t('The model of this chat is told how it ended, and nothing of the data.'),
  ];
  for (const line of told) message.appendText(line).appendMarkdown('\n\n');
  return {
    invocationMessage: plain(vscode.l10n.t('Investigating {0}', database)),
    confirmationMessages: { title: vscode.l10n.t('Investigate a database?'), message },
  };
}

/**
 * Plays an investigation to its end and tells the answer. Cancelling the chat ends it in good order.
 * @throws Fault when it cannot be begun
 */
export async function investigateFor(
  { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
  { runs }: Used,
  token: vscode.CancellationToken,
): Promise<string> {
  demandModels();
  const { database, question } = checkedInput(inputSchema, input);
  const run = await runs.start(await workspaceFile(database), question);
  if (!run) return 'The user chose not to begin the investigation.';
  const subscription = token.onCancellationRequested(() => run.stop());
  try {
    const board = await run.ended;
    const where = `The board with all evidence is ${pathInWorkspace(run.board)}; read_board reads it.`;
    if (!mayQuote()) return `${standings(board)} The user shares no data with language models. ${where}`;
    const { kept, left } = await withinBudget(answerLines(board), tokenizationOptions, token);
    const cut = left > 0 ? [`[cut: ${left} more lines]`] : [];
    return `${dataBlock('board', [...kept, ...cut].join('\n'))}\n${where}`;
  } finally {
    subscription.dispose();
  }
}

function standings({ investigation: { status }, hypotheses }: Board): string {
  const supported = hypotheses.filter((each) => each.status === 'supported').length;
  return `The investigation ended: ${status}; ${supported} of ${hypotheses.length} hypotheses are supported.`;
}
