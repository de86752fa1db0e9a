import * as vscode from 'vscode';
import { Fault } from '../base/fault';

/*
 * Settings as they are meant. The settings editor refuses what the schema forbids; a settings file can hold it all the same.
 */

/** A number above 0, or the setting's default. */
export function above0(configuration: vscode.WorkspaceConfiguration, name: string): number {
  const value = configuration.get(name);
  if (typeof value === 'number' && value > 0) return value;
  return configuration.inspect<number>(name)?.defaultValue ?? 1;
}

/** One of some words. @throws Fault for any other: what a person meant by it may be to keep less */
export function oneOf<Word extends string>(
  configuration: vscode.WorkspaceConfiguration,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = configuration.get<unknown>(name, words[0]);
  return words.find((word) => word === value) ?? refuse(name, value, words.join(', '));
}

/** A list of texts. @throws Fault for anything else, for the same reason */
export function texts(configuration: vscode.WorkspaceConfiguration, name: string): readonly string[] {
  const value = configuration.get<unknown>(name, []);
  const isText = (each: unknown): each is string => typeof each === 'string';
  return Array.isArray(value) && value.every(isText) ? value : refuse(name, value, vscode.l10n.t('a list of texts'));
}

function refuse(name: string, value: unknown, expected: string): never {
  throw new Fault(
    vscode.l10n.t('the setting dataDetective.{0} is {1}', name, JSON.stringify(value)),
    vscode.l10n.t('It can be: {0}.', expected),
  );
}
