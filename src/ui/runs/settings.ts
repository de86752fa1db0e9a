import * as vscode from 'vscode';
import type { Setup } from '../../agents/detective';
import { above0, oneOf, texts } from '../setting';

/** What a person set for runs, as a setup of an investigation takes it. */
export type RunSettings = Required<Pick<Setup, 'budget' | 'limits' | 'collectors' | 'margins' | 'kept'>>;

const STANDARD_DEVIATIONS = 0.1;

/**
 * @param board settings may differ from folder to folder
 * @throws Fault for a setting of what a board keeps that says nothing known
 */
export function runSettings(board: vscode.Uri): RunSettings {
  const configuration = vscode.workspace.getConfiguration('dataDetective', board);
  const number = (name: string): number => above0(configuration, name);
  return {
    budget: {
      rounds: number('budget.rounds'),
      hypotheses: number('budget.hypotheses'),
      queries: number('budget.queries'),
      modelCalls: number('budget.modelCalls'),
      inputTokens: number('budget.inputTokens'),
      outputTokens: number('budget.outputTokens'),
      usd: number('budget.usd'),
      seconds: number('budget.minutes') * 60,
    },
    limits: { milliseconds: number('queryTimeout') * 1000 },
    collectors: Math.ceil(number('collectors')),
    margins: { riskDifference: number('margin'), standardDeviations: STANDARD_DEVIATIONS },
    kept: {
      results: oneOf(configuration, 'results', ['sample', 'full', 'none']),
      redact: [...texts(configuration, 'redactedColumns')],
    },
  };
}
