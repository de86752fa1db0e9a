import * as vscode from 'vscode';
import type { Usage } from '../../board/board';
import { formatCount } from '../../base/format';

/** What a run used so far, in short: `round 2 · 31 queries · 12k tokens · $0.03 · 1:12`. What is zero without a model is left out. */
export function usageText({ rounds, queries, inputTokens, outputTokens, modelCalls, usd, seconds }: Usage): string {
  const tokens = inputTokens + outputTokens;
  const model =
    modelCalls === 0 ? [] : [vscode.l10n.t('{0} tokens', short(tokens)), ...(usd === null ? [] : [dollars(usd)])];
  return [
    vscode.l10n.t('round {0}', Math.max(1, rounds)),
    queries === 1 ? vscode.l10n.t('1 query') : vscode.l10n.t('{0} queries', formatCount(queries)),
    ...model,
    time(seconds),
  ].join(' · ');
}

/** Minutes and seconds: `1:12`, `61:05`. */
export function time(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

function short(count: number): string {
  return count < 1000 ? String(count) : `${formatCount(Math.round(count / 1000))}k`;
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
