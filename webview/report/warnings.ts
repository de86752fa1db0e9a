import * as l10n from '@vscode/l10n';
import { unsupportedIn } from '../../src/board/binding';
import type { Board, Verdict } from '../../src/board/board';
import { indexOf } from '../board-index';
import { standingWord } from '../words';

/** What a reader of a verdict has to know before trusting it: in a word or two, and why. */
export type Warning = { readonly text: string; readonly why: string };

export function warningsOn(board: Board, verdict: Verdict | undefined): readonly Warning[] {
  if (verdict === undefined) return [];
  const { atRisk, evidence } = indexOf(board);
  const shaken = atRisk.get(verdict.id) ?? [];
  const disputes = (verdict.reviews ?? []).filter(({ agrees }) => !agrees);
  const cited = verdict.cites.flatMap((id) => evidence.get(id) ?? []);
  const unfounded = unsupportedIn(verdict.rationale, cited, board);
  return [
    ...(shaken.length > 0
      ? [
          {
            text: l10n.t('At risk'),
            why: l10n.t('It rests on {0}, whose query gives another answer now.', shaken.join(', ')),
          },
        ]
      : []),
    ...(verdict.proposed === verdict.status
      ? []
      : [
          {
            text: l10n.t('Judge: {0}', standingWord(verdict.proposed)),
            why: l10n.t(
              'The judge proposed {0}; the rules decide: {1}.',
              standingWord(verdict.proposed).toLowerCase(),
              standingWord(verdict.status).toLowerCase(),
            ),
          },
        ]),
    ...(verdict.rule === 'not rule-checked'
      ? [{ text: l10n.t('Not rule-checked'), why: l10n.t('No rule reads this claim: the judge’s word stands.') }]
      : []),
    ...disputes.map(({ by, note }) => ({ text: l10n.t('Disputed'), why: `${by}: ${note}` })),
    ...(unfounded.length > 0
      ? [{ text: l10n.t('Unsupported'), why: l10n.t('No result it cites holds {0}.', unfounded.join(', ')) }]
      : []),
  ];
}
