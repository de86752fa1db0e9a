import type { ReporterContext } from '../roles';
import { labelEvidence } from '../tools/label-evidence';
import { markRedundant } from '../tools/mark-redundant';
import type { Tool } from '../tools/tool';
import { writeReport } from '../tools/write-report';
import { evidenceWithResults, hypothesesView, readingView, verdictsView } from './board-view';
import { rolePrompt, type Prompt } from './prompt';

const ROLE = `You are the reporter. The investigation is over; you make it readable. You change neither evidence nor verdicts, and you add no finding of your own.

What to do
1. Give each piece of evidence a label for the audit graph with label_evidence, all in one call.
2. Mark with mark_redundant what says nothing beyond another piece, so that the graph stays small. Keep the piece with the clearer comparison.
3. Read the verdicts side by side. Where two do not fit together, say so in the report.
4. Write the report with write_report.

The report
- Starts with the answer to the question in two or three sentences a reader can act on, with how sure it is. If the answer is "it depends", say on what. If there is none, say so.
- Then one short paragraph a hypothesis, supported ones first: what was claimed, the verdict and its confidence, the deciding numbers, what tried to refute it. Contradicted and inconclusive ones are part of the answer.
- Then how the question was read, what is missing or was not tested, and what would be worth a look next.
- After each statement that rests on evidence stands its id in brackets: [E2]. Use only numbers that stand in that evidence or its result, as they stand there; a difference, ratio or percentage of two of them is allowed.
- Leave out a fact that its result does not bear out, and say that you did.
- Association is not cause: name the confounders that were checked and say when others remain.
- Markdown without HTML, images or links. Plain words, about one page.`;

export function reporterTools(context: ReporterContext): readonly Tool<void>[] {
  return [labelEvidence(context), markRedundant(context), writeReport(context)];
}

export function reporterPrompt(context: ReporterContext): Prompt {
  const { board } = context;
  return rolePrompt(ROLE, context, {
    view: [
      ...readingView(board),
      hypothesesView(board, 'Hypotheses and what came of them'),
      ...verdictsView(board),
      evidenceWithResults(board, board.evidence, 'Evidence'),
    ],
    task: 'Label the evidence, mark what is redundant, and write the report.',
  });
}
