import * as vscode from 'vscode';
import type { BudgetLimits } from '../../agents/budget';
import { Fault } from '../../base/fault';
import type { Run } from './runs';

type Item = vscode.QuickPickItem & {
  readonly name: keyof BudgetLimits;
  /** Of the unit that the budget counts, in the one that people read. */
  readonly scale: number;
};

/** Asks which budget of a run to raise, and to how much. */
export async function raiseBudget({ controls }: Run): Promise<void> {
  if (!controls) {
    throw new Fault(
      vscode.l10n.t('the investigation takes no more budget'),
      vscode.l10n.t('Wait for its end, then resume it.'),
    );
  }
  const title = vscode.l10n.t('Raise Budget');
  const chosen = await vscode.window.showQuickPick(itemsFor(controls), { title });
  if (!chosen) return;
  const { name, scale, label } = chosen;
  const now = controls.limits[name] / scale;
  const text = await vscode.window.showInputBox({
    title: `${title}: ${label}`,
    prompt: vscode.l10n.t('At most, over the whole investigation'),
    value: String(now * 2),
    validateInput: (value) =>
      Number(value) > now ? undefined : vscode.l10n.t('Give a number above {0}.', formatNumber(now)),
  });
  if (text !== undefined) controls.raise({ [name]: Number(text) * scale });
}

function itemsFor({ usage, limits }: NonNullable<Run['controls']>): readonly Item[] {
  const item = (name: keyof BudgetLimits, label: string, used: number | undefined, scale = 1): Item => ({
    name,
    scale,
    label,
    description:
      used === undefined
        ? vscode.l10n.t('{0} at most', formatNumber(limits[name] / scale))
        : vscode.l10n.t('{0} of {1} used', formatNumber(used / scale), formatNumber(limits[name] / scale)),
  });
  return [
    item('rounds', vscode.l10n.t('Rounds'), usage.rounds),
    item('queries', vscode.l10n.t('Queries'), usage.queries),
    item('hypotheses', vscode.l10n.t('Hypotheses'), undefined),
    item('seconds', vscode.l10n.t('Minutes'), usage.seconds, 60),
    item('modelCalls', vscode.l10n.t('Model calls'), usage.modelCalls),
    item('inputTokens', vscode.l10n.t('Input tokens'), usage.inputTokens),
    item('outputTokens', vscode.l10n.t('Output tokens'), usage.outputTokens),
    item('usd', vscode.l10n.t('US dollars'), usage.usd ?? undefined),
  ];
}

function formatNumber(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value);
}
