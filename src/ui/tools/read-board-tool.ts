import * as vscode from 'vscode';
import { z } from 'zod';
import { dataBlock } from '../../agents/tools/data-block';
import { Fault } from '../../base/fault';
import type { Board, Hypothesis } from '../../board/board';
import type { Parts } from '../parts';
import { plain } from '../plain';
import { boardParts } from './board-text';
import { checkedInput } from './checked-input';
import { demandModels, mayQuote } from './demand-sharing';
import { withinBudget } from './within-budget';
import { workspaceFile } from './workspace-file';

const inputSchema = z.strictObject({ board: z.string().min(1), hypothesis: z.string().optional() });

export function prepareReading(input: unknown): vscode.PreparedToolInvocation {
  const { board } = checkedInput(inputSchema, input);
  const message = new vscode.MarkdownString();
  message.appendText(
    vscode.l10n.t(
      'The model of this chat gets the answer, verdicts and evidence of {0}, with names and numbers from its database.',
      board,
    ),
  );
  return {
    invocationMessage: plain(vscode.l10n.t('Reading {0}', board)),
    confirmationMessages: { title: vscode.l10n.t('Read an investigation board?'), message },
  };
}

/** A board as text, as much as the chat has room for. @throws Fault when it may not be told, or cannot be read */
export async function readBoardFor(
  { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
  { boards }: Pick<Parts, 'boards'>,
  token: vscode.CancellationToken,
): Promise<string> {
  demandModels();
  if (!mayQuote()) {
    throw new Fault(
      vscode.l10n.t('boards quote data, and the user shares none with language models (dataDetective.sharing)'),
      vscode.l10n.t('The user can read the board in the editor.'),
    );
  }
  const { board: named, hypothesis } = checkedInput(inputSchema, input);
  const uri = await workspaceFile(named);
  if (!uri.path.endsWith('.d2board')) throw new Fault(vscode.l10n.t('not a board: {0}', named));
  const state = await boards.at(uri).load();
  if (state.kind === 'unreadable') throw new Fault(state.message, state.next);
  const only = hypothesis === undefined ? undefined : hypothesisOf(state.board, hypothesis);
  const { kept, left } = await withinBudget(boardParts(state.board, only), tokenizationOptions, token);
  const cut = left > 0 ? [`[cut: ${left} more parts; name one hypothesis to read it in full]`] : [];
  return dataBlock('board', [...kept, ...cut].join('\n'));
}

function hypothesisOf({ hypotheses }: Board, id: string): Hypothesis {
  const found = hypotheses.find((each) => each.id === id);
  if (found) return found;
  throw new Fault(
    vscode.l10n.t('unknown hypothesis: {0}', id),
    vscode.l10n.t('There are: {0}', hypotheses.map((each) => each.id).join(', ')),
  );
}
