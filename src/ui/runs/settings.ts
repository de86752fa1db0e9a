import * as vscode from 'vscode';
import type { Setup } from '../../agents/detective';

/** What a person set for runs, as a setup of an investigation takes it. */
export type RunSettings = Required<Pick<Setup, 'budget' | 'limits' | 'collectors' | 'margins' | 'kept'>>;

const STANDARD_DEVIATIONS = 0.1;

/** @param board settings may differ from folder to folder */
export function runSettings(board: vscode.Uri): RunSettings {
  const configuration = vscode.workspace.getConfiguration('dataDetective', board);
  // The settings editor refuses what the schema forbids; a settings file can hold it all the same.
  const above0 = (name: string): number => {
    const value = configuration.get(name);
    if (typeof value === 'number' && value > 0) return value;
    return configuration.inspect<number>(name)?.defaultValue ?? 1;
  };
  return {
    budget: {
      rounds: above0('budget.rounds'),
      hypotheses: above0('budget.hypotheses'),
      queries: above0('budget.queries'),
      modelCalls: above0('budget.modelCalls'),
      inputTokens: above0('budget.inputTokens'),
      outputTokens: above0('budget.outputTokens'),
      usd: above0('budget.usd'),
      seconds: above0('budget.minutes') * 60,
    },
    limits: { milliseconds: above0('queryTimeout') * 1000 },
    collectors: Math.ceil(above0('collectors')),
    margins: { riskDifference: above0('margin'), standardDeviations: STANDARD_DEVIATIONS },
    kept: {
      results: configuration.get<'full' | 'sample' | 'none'>('results', 'sample'),
      redact: configuration.get<string[]>('redactedColumns', []),
    },
  };
}
