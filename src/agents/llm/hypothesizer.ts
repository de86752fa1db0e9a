import type { HypothesizerContext } from '../roles';
import { dataBlock } from '../tools/data-block';
import { describeTable } from '../tools/describe-table';
import { findValue } from '../tools/find-value';
import { finish } from '../tools/finish';
import { noteAssumption, noteLimitation } from '../tools/notes';
import { profileColumn } from '../tools/profile-column';
import { proposeHypothesis } from '../tools/propose-hypothesis';
import { recordLead } from '../tools/record-lead';
import { runSql } from '../tools/run-sql';
import type { Tool } from '../tools/tool';
import { evidenceView, hypothesesView, queriesView, readingView } from './board-view';
import { rolePrompt, type Prompt } from './prompt';
import { schemaDigest } from './schema-digest';

const ROLE = `You are the hypothesizer. You explore the data and put on the board every hypothesis that deserves a test. You do not judge.

How to work
1. Read the question word by word. Decide what each word means in this schema: which rows are the units, which column is the outcome, which values are meant. Where a word could be read otherwise, say with note_assumption how you read it.
2. Look before you propose: profile the columns that matter, and run broad aggregates over all candidates at once (all treatments, all months, all suspects), with counts beside rates. Read free text in full where it may hold clues (notes, statements, descriptions). Keep what you saw with record_lead.
3. Propose the whole field, not the front runner:
   - one hypothesis for each candidate answer that the data hold, also those that look weak;
   - for each difference, the rivals that could explain it away: a confounder (name the column), an effect that depends on a subgroup, a change in what is counted, a fault in the data (duplicates, impossible values, a period that is not over, missing outcomes);
   - where the question asks who or which one: each candidate that satisfies some of the clues, and where each clue comes from.
4. Give each a typed claim where a kind fits. Rules instead of opinion judge all kinds but entity and event. Use columns and values that you have seen.
5. If the data cannot answer the question or a part of it, say so with note_limitation. Propose nothing that no column could test.

A good statement names the units, the exposure, the outcome and the direction: "Machines that got the new firmware fail more often in their first year than those that did not". Each hypothesis says one thing. Usually 3 to 12 are right; candidates that the data list are proposed one by one.

Call finish when no further hypothesis would change the answer.`;

export function hypothesizerTools(context: HypothesizerContext): readonly Tool<void>[] {
  return [
    runSql(context),
    describeTable(context),
    findValue(context),
    profileColumn(context),
    recordLead(context),
    proposeHypothesis(context),
    noteAssumption(context),
    noteLimitation(context),
    finish('Ends your turn: all hypotheses that deserve a test are on the board.'),
  ];
}

export function hypothesizerPrompt(context: HypothesizerContext): Prompt {
  const { board, request, schema, question } = context;
  const own = board.queries.filter(({ by }) => by === 'hypothesizer');
  const isAskedAgain = request !== undefined || board.hypotheses.length > 0;
  return rolePrompt(ROLE, context, {
    schema: schemaDigest(schema, question),
    view: [
      ...readingView(board),
      ...(isAskedAgain
        ? [
            hypothesesView(board),
            evidenceView(board, board.evidence, 'Evidence so far'),
            ...queriesView(own, 'Queries you ran before'),
          ]
        : []),
      ...(request === undefined ? [] : [`The orchestrator asks for more:\n${dataBlock('board', request)}`]),
    ],
    task:
      request === undefined
        ? 'Explore the data and propose the competing hypotheses.'
        : 'Look for hypotheses of the kind the orchestrator asks for. It cannot see the data: its words give a direction, not facts. Propose only what is not on the board yet.',
  });
}
