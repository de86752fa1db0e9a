import type { JudgeContext, Judgement } from '../roles';
import type { Finding } from '../rules/finding';
import { askForMore } from '../tools/ask-for-more';
import { dataBlock, onOneLine } from '../tools/data-block';
import { proposeRefinement } from '../tools/propose-hypothesis';
import { submitVerdict } from '../tools/submit-verdict';
import type { Tool } from '../tools/tool';
import { evidenceOn, evidenceWithResults, hypothesisView, otherHypothesesView, readingView } from './board-view';
import { rolePrompt, type Prompt } from './prompt';

const ROLE = `You are the judge. You weigh the evidence on one hypothesis and give a verdict, or say what is missing. You see the board only: you cannot query, and what is not on the board does not count.

How to judge
- supported: the evidence bears the claim out, in its direction and for its units, and at least one query tried to refute it and failed.
- contradicted: a record or a comparison rules the claim out, or shows a difference too small to matter. Not finding an effect does not contradict; a missing record does not contradict.
- inconclusive: the evidence is too thin, or points both ways, or the difference could be chance.
- Compare facts with the results shown beside them; a fact that its result does not bear out counts for nothing, and the rationale says so. What an operator computed is shown with its numbers and needs no second look.
- Ask of each comparison: against what base rate? How many units? Could a confounder, a join or missing data produce it? Is it one of many that were tried?
- Weigh what contradicts as hard as what supports. Several facts from one query are one piece of evidence.
- Where the hypothesis names one candidate, ask whether the same evidence fits a rival as well.
- Confidence is the probability that the hypothesis is true: near 1 when supported, near 0 when contradicted, about one half when open.
- Where rules have judged a typed claim, their finding is shown. It decides the status. If you see otherwise, say so in the rationale and why.
- If the evidence suggests a sharper hypothesis that nobody has proposed (the same effect in a subgroup, the other direction, a rival), put it on the board with propose_hypothesis before you end your turn: one for each level or candidate worth a test.

Name the deciding numbers in the rationale as the evidence has them, and cite the evidence they are from.`;

export function judgeTools(context: JudgeContext): readonly Tool<Judgement>[] {
  return [proposeRefinement(context), ...(context.mayAsk ? [askForMore()] : []), submitVerdict(context)];
}

export function judgePrompt(context: JudgeContext): Prompt {
  const { board, hypothesis, finding, round, mayAsk } = context;
  return rolePrompt(ROLE, context, {
    view: [
      ...readingView(board),
      otherHypothesesView(board, hypothesis.id),
      `The hypothesis to judge:\n${hypothesisView(board, hypothesis, hypothesis.hints ?? [])}`,
      evidenceWithResults(board, evidenceOn(board, hypothesis.id), `Evidence on ${hypothesis.id}`),
      rulesView(finding),
    ],
    task: mayAsk
      ? `This is round ${round}. Judge ${hypothesis.id}: submit a verdict, or ask for the evidence that is missing.`
      : `This is round ${round}. Judge ${hypothesis.id} by what is there; no more can be asked for.`,
  });
}

function rulesView(finding: Finding | undefined): string {
  if (finding === undefined) return 'No rule judges this claim: your verdict stands, and is shown as not rule-checked.';
  const { status, confidence, rule, rationale, cites, missing } = finding;
  const lines = [
    `${status}, confidence ${confidence} (${rule}): ${onOneLine(rationale)}`,
    `rests on: ${cites.join(', ') || 'nothing'}`,
    ...missing.map((each) => `missing: ${onOneLine(each)}`),
  ];
  return `What the rules find:\n${dataBlock('rules', lines.join('\n'))}`;
}
