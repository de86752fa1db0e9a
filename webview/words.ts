import * as l10n from '@vscode/l10n';
import { assertNever } from '../src/base/assert';
import type { Investigation, Relation } from '../src/board/board';
import type { Standing } from '../src/board/views/standing';

/** How a hypothesis stands, in a word. */
export function standingWord(standing: Standing): string {
  switch (standing) {
    case 'supported':
      return l10n.t('Supported');
    case 'contradicted':
      return l10n.t('Contradicted');
    case 'inconclusive':
      return l10n.t('Inconclusive');
    case 'investigating':
      return l10n.t('Under investigation');
    case 'open':
      return l10n.t('Open');
    case 'untested':
      return l10n.t('Not tested');
    case 'abandoned':
      return l10n.t('Abandoned');
    default:
      return assertNever(standing);
  }
}

/** What a piece of evidence says on a hypothesis, in a word. */
export function relationWord(relation: Relation): string {
  switch (relation) {
    case 'supports':
      return l10n.t('For');
    case 'contradicts':
      return l10n.t('Against');
    case 'neutral':
      return l10n.t('Neutral');
    case 'leads-to':
      return l10n.t('Leads to');
    default:
      return assertNever(relation);
  }
}

/** The same as a sign that needs no colour. */
export const RELATION_SIGNS: Readonly<Record<Relation, string>> = {
  supports: '+',
  contradicts: '−',
  neutral: '○',
  'leads-to': '→',
};

/** `interrupted`: the file says that it runs, and no run of this window does it. */
export type ShownStatus = Investigation['status'] | 'interrupted';

export function statusWord(status: ShownStatus): string {
  switch (status) {
    case 'running':
      return l10n.t('Running');
    case 'complete':
      return l10n.t('Complete');
    case 'partial':
      return l10n.t('Partial answer');
    case 'stopped':
      return l10n.t('Stopped');
    case 'failed':
      return l10n.t('Failed');
    case 'interrupted':
      return l10n.t('Interrupted');
    default:
      return assertNever(status);
  }
}

/** An instant as a clock here shows it: `2026-05-04 12:00:00`. What is no instant stays as it is. */
export function clockText(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
