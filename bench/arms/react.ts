import { inOneBreath } from '../../src/base/breathe';
import { BudgetReached } from '../../src/agents/budget';
import { runSql } from '../../src/agents/tools/run-sql';
import { recordedQuery } from '../../src/agents/query-log';
import { schemaDigest } from '../../src/agents/llm/schema-digest';
import type { Query } from '../../src/board/board';
import { DEFAULT_LIMITS } from '../../src/database/port';
import {
  addUsage,
  NO_USAGE,
  type AssistantBlock,
  type LanguageModel,
  type Message,
  type TokenUsage,
  type UserBlock,
} from '../../src/models/port';
import { NO_COST, type Submission, type SubmittedHypothesis } from '../score/submission';
import type { Arm, Task } from './arm';

const ROLE = `You answer a question about a database. Think, run SQL, look at the result, and go on until you know. Then answer in plain text. Begin the last paragraph with "Answer:".`;

type Played = {
  readonly answer: string;
  readonly queries: readonly Query[];
  readonly usage: TokenUsage;
  readonly calls: number;
  readonly seconds: number;
};

/**
 * B2: reason and act (Yao et al. 2023) with SQL and an answer in free text. Scored as it is (`raw`: the answer is one hypothesis
 * without evidence) or after taking it apart by rule (`extracted`: each sentence that names something, with the queries it ran).
 */
export function reactArm(model: LanguageModel, scoring: 'raw' | 'extracted'): Arm {
  return {
    name: `react, ${scoring}`,
    what: 'B2: one loop of SQL, answer in free text',
    async investigate(task, signal) {
      const played = await play(model, task, signal);
      return scoring === 'raw' ? rawSubmission(task, played) : extractedSubmission(task, played);
    },
  };
}

async function play(model: LanguageModel, { question, database, budget }: Task, signal: AbortSignal): Promise<Played> {
  const begin = performance.now();
  const schema = await database.schema(signal);
  const queries: Query[] = [];
  const sql = runSql({
    schema,
    breathe: inOneBreath,
    async run(statement, purpose) {
      if (queries.length >= budget.queries)
        throw new BudgetReached(`all of the budget of ${budget.queries} queries is used`);
      const result = await database.query(statement, DEFAULT_LIMITS, signal);
      const query = recordedQuery(result, {
        id: `Q${queries.length + 1}`,
        sql: statement,
        purpose,
        by: 'react',
        at: '',
        fingerprint: '',
      });
      queries.push(query);
      return query;
    },
  });
  const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: question }] }];
  const request = {
    system: [{ text: `${ROLE}\n\n${schemaDigest(schema, question)}`, cache: true }],
    tools: [sql.definition],
    maxOutputTokens: 16_000,
  };
  let usage = NO_USAGE;
  let calls = 0;
  let answer = '';
  const isSpent = (): boolean =>
    calls >= budget.modelCalls || usage.inputTokens >= budget.inputTokens || usage.outputTokens >= budget.outputTokens;
  while (!isSpent()) {
    const content: AssistantBlock[] = [];
    for await (const event of model.stream({ ...request, messages: [...messages] }, signal)) {
      if (event.type !== 'end') continue;
      content.push(...event.content);
      usage = addUsage(usage, event.usage);
    }
    calls++;
    answer = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n') || answer;
    const asked = content.filter((block) => block.type === 'tool-call');
    if (asked.length === 0) break;
    messages.push({ role: 'assistant', content });
    const results: UserBlock[] = [];
    for (const { id, input } of asked) {
      const outcome = await sql.call(input, signal).catch((error: unknown) => {
        if (error instanceof BudgetReached) return { kind: 'failed', text: `${error.message}: answer now` } as const;
        throw error;
      });
      if (outcome.kind !== 'finished')
        results.push({ type: 'tool-result', call: id, text: outcome.text, failed: outcome.kind === 'failed' });
    }
    messages.push({ role: 'user', content: results });
  }
  return { answer, queries, usage, calls, seconds: (performance.now() - begin) / 1000 };
}

function base({ question }: Task, { answer, queries, usage, calls, seconds }: Played): Omit<Submission, 'hypotheses'> {
  return {
    evidence: queries.map(({ sql, digest, purpose }, index) => ({
      id: `E${index + 1}`,
      fact: purpose,
      sql,
      digest,
      computed: [],
    })),
    report: answer,
    limitations: [],
    given: question,
    refinements: [],
    cost: {
      ...NO_COST,
      queries: queries.length,
      modelCalls: calls,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      usd: usage.usd ?? null,
      databaseMs: queries.reduce((sum, { ms }) => sum + ms, 0),
      seconds,
      peakRows: Math.max(0, ...queries.map(({ rows }) => rows.length)),
    },
  };
}

function rawSubmission(task: Task, played: Played): Submission {
  const statement = finalParagraph(played.answer);
  return {
    ...base(task, played),
    hypotheses: statement === '' ? [] : [{ id: 'H1', statement, verdict: 'supported', confidence: 1, links: [] }],
  };
}

const EXCLUDES = /\b(?:not|n't|never|excluded?|ruled out|cannot|alibi|innocent|instead of)\b/i;
const DOUBTS = /\b(?:may|might|unclear|unknown|inconclusive|possibly|cannot be told)\b/i;

/** The sentences of the final paragraph are supported; what is said of others elsewhere is what its words say. */
function extractedSubmission(task: Task, played: Played): Submission {
  const final = finalParagraph(played.answer);
  const links = played.queries.map((_, index) => ({ evidence: `E${index + 1}`, polarity: '0' as const }));
  const hypotheses = sentencesOf(played.answer).map((statement, index): SubmittedHypothesis => {
    const verdict = EXCLUDES.test(statement)
      ? 'contradicted'
      : DOUBTS.test(statement) || !final.includes(statement)
        ? 'inconclusive'
        : 'supported';
    return {
      id: `H${index + 1}`,
      statement,
      verdict,
      confidence: { supported: 0.9, contradicted: 0.1, inconclusive: 0.5 }[verdict],
      links,
    };
  });
  return { ...base(task, played), hypotheses };
}

function finalParagraph(answer: string): string {
  const at = answer.lastIndexOf('Answer:');
  return (
    at >= 0
      ? answer.slice(at + 'Answer:'.length)
      : (answer
          .trim()
          .split(/\n\s*\n/)
          .at(-1) ?? '')
  ).trim();
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^.*Answer:\s*/, '').trim())
    .filter((sentence) => sentence !== '');
}
