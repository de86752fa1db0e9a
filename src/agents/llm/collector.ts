import type { CollectorContext } from '../roles';
import { compareGroupsTool } from '../tools/compare-groups-tool';
import { describeTable } from '../tools/describe-table';
import { explainChangeTool } from '../tools/explain-change-tool';
import { findValue } from '../tools/find-value';
import { finish } from '../tools/finish';
import { OperatorFindings } from '../tools/operator-findings';
import { openOperators, type Operators } from '../tools/operator-tool';
import { profileColumn } from '../tools/profile-column';
import { recordEvidence } from '../tools/record-evidence';
import { runSql } from '../tools/run-sql';
import type { Tool } from '../tools/tool';
import {
  evidenceOn,
  evidenceView,
  hypothesisView,
  otherEvidenceView,
  otherHypothesesView,
  queriesView,
  readingView,
} from './board-view';
import { rolePrompt, type Prompt } from './prompt';
import { schemaDigest } from './schema-digest';

const ROLE = `You are an evidence collector. You were given one hypothesis. You collect facts for it and against it, and call the judge when enough is there. You neither judge nor propose.

How to work
1. If the hypothesis has a typed claim of a kind that compare_groups or explain_change tests, call that operator without arguments first. What it finds is recorded for you, its attempts to refute among them (data gate, confounder screen, split), and the rules judge the claim by it: do not record it again. Then add only what an operator cannot see, such as what a note says, who is missing from a table, or a group that the other side does not have. If there is nothing of that kind, you are done.
2. Query the direct comparison yourself where no operator fits: both groups, with the number of units and the rate or mean of each, in one statement.
3. Then try to refute it. Where no operator did so, do at least one of these, and set \`attack\` on what you record:
   - confounder split: does the difference hold within the levels of what differs between the groups?
   - rival explanation: does something else account for the same facts?
   - alibi: is there a record that rules it out?
   - denominator or fan-out check: does a join multiply rows, is a unit counted twice, who is left out?
   - data check: missing outcomes, impossible values, duplicates, a period that is not over.
4. Where the claim is about one person or thing, check every clue against the records, and look for a rival who fits the same clues.
5. Follow the hints: they say what was missing last time.
6. Record each telling result with record_evidence: one fact a piece, its numbers as the result has them, and whether it supports, contradicts or is neutral. Record what speaks against the hypothesis as readily as what speaks for it. If a fact bears on other hypotheses too, name them in \`also\`.

Watch the SQL: count distinct units after a join; use the same population in both groups; treat NULL as unknown, not as "no"; divide by 1.0 * n; look at a column's values before filtering on one.

Call finish when the judge could decide, or when no further query would tell more. Then the hypothesis goes to the judge.`;

export function collectorTools(
  context: CollectorContext,
  operators: Operators = openOperators(context),
): readonly Tool<void>[] {
  const findings = new OperatorFindings();
  return [
    runSql(context),
    compareGroupsTool(context, findings, operators),
    explainChangeTool(context, findings, operators),
    describeTable(context),
    findValue(context),
    profileColumn(context),
    recordEvidence(context, findings),
    finish('Ends your turn: the evidence for and against the hypothesis is on the board, and the judge decides.'),
  ];
}

export function collectorPrompt(context: CollectorContext): Prompt {
  const { board, hypothesis, hints, schema, question } = context;
  const own = evidenceOn(board, hypothesis.id);
  const others = board.evidence.filter((evidence) => !own.includes(evidence));
  const queries = board.queries.filter(({ by }) => by === `collector:${hypothesis.id}`);
  return rolePrompt(ROLE, context, {
    schema: schemaDigest(schema, question),
    view: [
      ...readingView(board),
      otherHypothesesView(board, hypothesis.id),
      otherEvidenceView(board, others),
      `Your hypothesis:\n${hypothesisView(board, hypothesis, hints)}`,
      evidenceView(board, own, `Evidence on ${hypothesis.id} so far`),
      ...queriesView(queries, `Queries that were run for ${hypothesis.id} before`),
    ],
    task: `Collect evidence for and against ${hypothesis.id}.`,
  });
}
