import { createHash } from 'node:crypto';
import * as z from 'zod';
import { Fault } from '../../src/base/fault';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../src/models/port';

/*
 * What a model answered, kept so that a run can be played again without it. Only answers are kept: the tools really run, so SQL is
 * executed again and evidence is really checked.
 */

/** Changes when the prompts change what a recorded answer would mean. */
const PROMPT_VERSION = '1';

const usage = z.object({ inputTokens: z.number(), outputTokens: z.number(), usd: z.number().optional() });
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool-call'), id: z.string(), tool: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('opaque'), provider: z.string(), value: z.unknown() }),
]);
const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['done', 'tool-calls', 'max-tokens', 'aborted']) }),
  z.object({ kind: z.literal('refusal'), message: z.string() }),
  z.object({ kind: z.literal('error'), message: z.string(), retriable: z.boolean() }),
]);
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('end'), reason, content: z.array(block), usage }),
]);

export const cassetteSchema = z.object({
  suite: z.string(),
  caseId: z.string(),
  arm: z.string(),
  /** The model's id, as requests named it. */
  model: z.string(),
  /** What played the model: a provider's model, or a person by hand. */
  playedBy: z.string(),
  recordedOn: z.string(),
  budget: z.object({
    rounds: z.number(),
    hypotheses: z.number(),
    queries: z.number(),
    modelCalls: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    usd: z.number(),
    seconds: z.number(),
  }),
  answers: z.array(z.object({ request: z.string(), events: z.array(event) })),
});

export type Cassette = z.infer<typeof cassetteSchema>;
export type Answer = Cassette['answers'][number];

/** A request that the cassette does not hold: the run has become another one, and nothing stands in for the model. */
export class CassetteMiss extends Fault {}

/** The model, each finished answer handed to `keep`. */
export function recording(model: LanguageModel, keep: (answer: Answer) => void): LanguageModel {
  return {
    id: model.id,
    async *stream(request, signal) {
      const events: Answer['events'] = [];
      for await (const each of model.stream(request, signal)) {
        events.push(asRecorded(each));
        yield each;
      }
      keep({ request: digestOf(model.id, request), events });
    },
  };
}

/** A model that answers what a cassette holds. The same request asked again gets the next of its answers. */
export class ReplayedModel implements LanguageModel {
  readonly #answers = new Map<string, Answer[]>();
  /** The first request that was not on the cassette. */
  missed: CassetteMiss | undefined;

  constructor(
    readonly id: string,
    cassette: Pick<Cassette, 'answers'>,
  ) {
    for (const answer of cassette.answers)
      this.#answers.set(answer.request, [...(this.#answers.get(answer.request) ?? []), answer]);
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, undefined> {
    const digest = digestOf(this.id, request);
    const answer = this.#answers.get(digest)?.shift();
    if (answer === undefined) {
      this.missed ??= new CassetteMiss(`the cassette holds no answer to request ${digest}`, 'Record it again.');
      throw this.missed;
    }
    for (const each of answer.events) yield asEvent(each);
  }
}

/** SHA-256 of what a model is asked, by its canonical JSON. */
function digestOf(model: string, request: ModelRequest): string {
  return createHash('sha256')
    .update(canonical({ model, request, promptVersion: PROMPT_VERSION }))
    .digest('hex');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

function asRecorded(each: ModelEvent): Answer['events'][number] {
  if (each.type === 'text') return each;
  const { usd, ...tokens } = each.usage;
  return { ...each, content: [...each.content], usage: { ...tokens, ...(usd !== undefined && { usd }) } };
}

function asEvent(each: Answer['events'][number]): ModelEvent {
  return each.type === 'text' ? each : { ...each, usage: { ...each.usage, usd: each.usage.usd } };
}
