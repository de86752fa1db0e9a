import * as vscode from 'vscode';
import type { Log } from './log';
import { showFailure } from './show-failure';

/** Registers a command; `act` is given what the editor or another feature hands to it, which nobody has checked. */
export type RegisterCommand = <Given extends readonly unknown[]>(
  id: string,
  act: (...given: Given) => unknown,
) => vscode.Disposable;

/** Commands whose failures are told with their next step and kept in the log: the editor by itself tells the bare message. */
export function commandsWith(log: Log): RegisterCommand {
  return <Given extends readonly unknown[]>(id: string, act: (...given: Given) => unknown) =>
    vscode.commands.registerCommand(id, async (...given: Given) => {
      try {
        return await act(...given);
      } catch (error) {
        await showFailure(error, log);
        return undefined;
      }
    });
}
