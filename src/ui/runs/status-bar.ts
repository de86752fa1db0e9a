import * as vscode from 'vscode';
import { nameOf } from '../boards/read-state';
import type { HostRun } from './host-run';
import type { HostRuns } from './host-runs';
import { usageText } from './usage-text';

const SECOND = 1000;

/** One item for all runs with what they use, and a button beside it that stops; both are there only while something runs. */
export class RunStatusBar implements vscode.Disposable {
  readonly #runs: HostRuns;
  readonly #item = vscode.window.createStatusBarItem('dataDetective.runs', vscode.StatusBarAlignment.Left, 1);
  readonly #stop = vscode.window.createStatusBarItem('dataDetective.stop', vscode.StatusBarAlignment.Left, 0.9);
  #timer: NodeJS.Timeout | undefined;

  constructor(runs: HostRuns) {
    this.#runs = runs;
    this.#item.name = vscode.l10n.t('Investigations');
    this.#stop.name = vscode.l10n.t('Stop Investigation');
    this.#stop.text = '$(debug-stop)';
    this.#stop.command = 'dataDetective.stop';
    this.#stop.tooltip = vscode.l10n.t('Stop the investigation; what is there is judged and reported');
    this.#stop.accessibilityInformation = { label: vscode.l10n.t('Stop investigation'), role: 'button' };
  }

  /** Runs began or ended. */
  update(): void {
    clearInterval(this.#timer);
    const running = this.#runs.all.length > 0;
    this.#timer = running ? setInterval(() => this.#draw(), SECOND) : undefined;
    this.#draw();
    for (const item of [this.#item, this.#stop]) {
      if (running) item.show();
      else item.hide();
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    vscode.Disposable.from(this.#item, this.#stop).dispose();
  }

  #draw(): void {
    const runs = this.#runs.all;
    const [first] = runs;
    if (!first) return;
    const text = runs.length === 1 ? textOf(first) : vscode.l10n.t('{0} investigations', runs.length);
    this.#item.text = `$(sync~spin) ${text}`;
    this.#item.accessibilityInformation = { label: vscode.l10n.t('Investigation: {0}', text), role: 'button' };
    this.#item.tooltip = tooltipOf(runs);
    this.#item.command = {
      title: vscode.l10n.t('Show Board'),
      command: 'dataDetective.showRun',
      arguments: runs.length === 1 ? [first.board] : [],
    };
  }
}

function textOf({ controls, isStopping }: HostRun): string {
  if (isStopping) return vscode.l10n.t('stopping…');
  return controls ? usageText(controls.usage) : vscode.l10n.t('reading the database…');
}

/** As text, not as Markdown: a question can hold anything. */
function tooltipOf(runs: readonly HostRun[]): string {
  return runs.map((run) => `${nameOf(run.board)}: ${run.question}\n${textOf(run)}`).join('\n\n');
}
