import * as vscode from 'vscode';
import { Fault, messageOf } from '../../base/fault';
import type { Parts } from '../parts';

type Options = vscode.LanguageModelToolInvocationOptions<unknown>;

/** Tools for agents in chats: they are loaded when a chat first uses one. */
export function registerTools(
  context: vscode.ExtensionContext,
  parts: Pick<Parts, 'runs' | 'boards' | 'teams' | 'log'>,
): void {
  const told = async (answer: Promise<string>): Promise<vscode.LanguageModelToolResult> => {
    try {
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await answer)]);
    } catch (error) {
      parts.log.error('a tool of a chat failed', error);
      // The chat's model reads the message, and has to know what to do about it.
      throw error instanceof Fault && error.next !== undefined
        ? new Error(`${messageOf(error)}. ${error.next}`)
        : error;
    }
  };
  context.subscriptions.push(
    vscode.lm.registerTool('investigate_database', {
      async prepareInvocation({ input }) {
        return (await import('./investigate-tool')).prepareInvestigation(input, parts);
      },
      invoke: (options: Options, token) =>
        told(import('./investigate-tool').then(({ investigateFor }) => investigateFor(options, parts, token))),
    }),
    vscode.lm.registerTool('read_board', {
      async prepareInvocation({ input }) {
        return (await import('./read-board-tool')).prepareReading(input);
      },
      invoke: (options: Options, token) =>
        told(import('./read-board-tool').then(({ readBoardFor }) => readBoardFor(options, parts, token))),
    }),
  );
}
