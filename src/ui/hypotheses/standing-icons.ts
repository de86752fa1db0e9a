import * as vscode from 'vscode';
import { assertNever } from '../../base/assert';
import type { Standing } from '../../board/views/standing';

/** How a hypothesis stands, by shape and colour. */
export function standingIcon(standing: Standing): vscode.ThemeIcon {
  const [icon, color] = ICONS[standing];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

const ICONS: Readonly<Record<Standing, readonly [icon: string, color?: string]>> = {
  supported: ['pass', 'testing.iconPassed'],
  contradicted: ['error', 'testing.iconFailed'],
  inconclusive: ['question', 'testing.iconQueued'],
  investigating: ['loading~spin'],
  open: ['circle-large-outline'],
  untested: ['debug-step-over', 'testing.iconSkipped'],
  abandoned: ['circle-slash', 'disabledForeground'],
};

/** The same in a word. */
export function standingWord(standing: Standing): string {
  switch (standing) {
    case 'supported':
      return vscode.l10n.t('supported');
    case 'contradicted':
      return vscode.l10n.t('contradicted');
    case 'inconclusive':
      return vscode.l10n.t('inconclusive');
    case 'investigating':
      return vscode.l10n.t('under investigation');
    case 'open':
      return vscode.l10n.t('open');
    case 'untested':
      return vscode.l10n.t('not tested');
    case 'abandoned':
      return vscode.l10n.t('abandoned');
    default:
      return assertNever(standing);
  }
}
