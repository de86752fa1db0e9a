import { beforeEach, describe, expect, it } from 'vitest';
import { collectorPrompt, collectorTools } from '../../../src/agents/llm/collector';
import { judgePrompt } from '../../../src/agents/llm/judge';
import type { Prompt } from '../../../src/agents/llm/prompt';
import type { Hypothesis } from '../../../src/board/board';
import type { Claim } from '../../../src/board/claim';
import { openClinic, SIGNAL, type Clinic } from './clinic';

/* What a role sees of the work of others: enough to go on from, no more. */

const lowers: Claim = {
  kind: 'effect',
  exposure: { column: { table: 'patients', column: 'treatment' }, is: 'drug_a' },
  outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
  direction: 'lowers',
};

let clinic: Clinic;
let tested: Hypothesis;
let other: Hypothesis;
beforeEach(async () => {
  clinic = await openClinic();
  const hypothesizer = clinic.contexts.hypothesizer(undefined);
  const { id } = await hypothesizer.run('SELECT COUNT(*) AS n FROM patients', 'how many', SIGNAL);
  const lead = await hypothesizer.recordLead({ query: id, fact: 'There are 240' });
  tested = await hypothesizer.propose({ statement: 'Drug A helps', claim: lowers, from: [lead.id] });
  other = await hypothesizer.propose({ statement: 'Age matters' });
  const compare = collectorTools(clinic.contexts.collector(tested, [])).find(
    ({ definition }) => definition.name === 'compare_groups',
  );
  await compare?.call({}, SIGNAL);
});

describe('the judge', () => {
  it('is shown what an operator found, without the SQL that code wrote or a result too long to read', () => {
    const text = textOf(judgePrompt(clinic.contexts.judge(tested, 1, undefined, true)));
    const byOperator = clinic.session.board.evidence.filter(({ statistics }) => statistics !== undefined);
    const queries = clinic.session.board.queries.filter(({ id }) => byOperator.some(({ query }) => query === id));
    expect(queries.length).toBeGreaterThan(1);
    for (const { id, rowCount } of queries) {
      expect(text).not.toContain(`SQL of ${id}`);
      const long = Number(rowCount) > 24;
      expect(text.includes(`result of ${id}"`)).toBe(!long);
      expect(text.includes('the fact tells what they show')).toBe(queries.some((query) => Number(query.rowCount) > 24));
    }
    expect(text).toContain('SQL of Q1');
    expect(text).toContain('E1 (Q1; lead) There are 240');
    expect(text).toContain('numbers: crude');
  });
});

describe('a collector', () => {
  it('is shown the evidence on other hypotheses as facts only', () => {
    const text = textOf(collectorPrompt(clinic.contexts.collector(other, [])));
    expect(text).toMatch(/^E2 \(Q\d+; \w+ H1\) /m);
    expect(text).not.toContain('numbers:');
  });

  it('is shown its own hypothesis once, as the board has it now', async () => {
    await clinic.session.apply('orchestrator', { type: 'dispatched', hypothesis: other.id, round: 1 });
    const text = textOf(collectorPrompt(clinic.contexts.collector(other, [])));
    expect(text.split('Age matters')).toHaveLength(2);
    expect(text).toContain(`${other.id} [investigating;`);
  });
});

function textOf({ messages }: Prompt): string {
  return messages.flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : ''))).join('\n');
}
