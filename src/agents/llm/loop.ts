import { Fault } from '../../base/fault';
import type { AssistantBlock, LanguageModel, Message, ModelEvent, ModelRequest, UserBlock } from '../../models/port';
import type { BoardReader } from '../roles';
import type { Tool, ToolOutcome } from '../tools/tool';
import type { Prompt } from './prompt';

/** One turn of a role that a model plays. */
export type Turn<T> = {
  readonly model: LanguageModel;
  readonly effort: ModelRequest['effort'];
  readonly prompt: Prompt;
  readonly tools: readonly Tool<T>[];
  /** Model calls at most. */
  readonly steps: number;
  /**
   * What the turn comes to when the model works with its tools but stops without the one that ends the turn. Without it the
   * turn fails then: nothing stands in for a plan or a verdict.
   */
  readonly unfinished?: { readonly value: T };
  readonly countModelCall: BoardReader['countModelCall'];
};

type ToolCall = Extract<AssistantBlock, { type: 'tool-call' }>;
type End = Extract<ModelEvent, { type: 'end' }>;

export const MOST_OUTPUT_TOKENS = 16_000;
/** So many answers in a row may bring nothing (no tool call, cut short) before the turn ends. */
const MOST_EMPTY_ANSWERS = 2;

/**
 * Messages → model → tool calls → results, until a tool ends the turn. Rejects with a `Fault` that says how the model failed,
 * with `BudgetReached`, or with the signal's reason.
 */
export async function playTurn<T>(turn: Turn<T>, signal: AbortSignal): Promise<T> {
  const messages: Message[] = [...turn.prompt.messages];
  let emptyAnswers = 0;
  let worked = false;
  for (let step = 1; step <= turn.steps; step++) {
    const { reason, content } = await ask(turn, messages, signal);
    if (content.length > 0) messages.push({ role: 'assistant', content });
    const calls = content.filter((block) => block.type === 'tool-call');
    if (calls.length === 0) {
      if (++emptyAnswers === MOST_EMPTY_ANSWERS) {
        if (worked && turn.unfinished && reason.kind === 'done') return turn.unfinished.value;
        throw new Fault(`${turn.model.id} ${emptyFault(reason.kind)}`);
      }
      messages.push({ role: 'user', content: [{ type: 'text', text: nudge(turn, reason.kind) }] });
      continue;
    }
    const answers = await answerCalls(turn, calls, signal);
    const failed = answers.some(({ outcome }) => outcome.kind === 'failed');
    const end = answers.map(({ outcome }) => outcome).find((outcome) => outcome.kind === 'finished');
    if (end && !failed) return end.value;
    emptyAnswers = reason.kind === 'max-tokens' && failed ? emptyAnswers + 1 : 0;
    if (emptyAnswers === MOST_EMPTY_ANSWERS) throw new Fault(`${turn.model.id} ${emptyFault(reason.kind)}`);
    worked ||= answers.some(({ outcome }) => outcome.kind === 'answered');
    messages.push({ role: 'user', content: [...answers.map(toResult), ...reminder(turn, step)] });
  }
  if (worked && turn.unfinished) return turn.unfinished.value;
  throw new Fault(`${turn.model.id} did not come to an end within ${turn.steps} answers`);
}

/** Asks the model once; what it cost is counted however it ended. */
async function ask<T>(turn: Turn<T>, messages: readonly Message[], signal: AbortSignal): Promise<End> {
  signal.throwIfAborted();
  const request: ModelRequest = {
    system: turn.prompt.system,
    tools: turn.tools.map(({ definition }) => definition),
    messages: [...messages],
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    ...(turn.effort !== undefined && { effort: turn.effort }),
  };
  let end: End | undefined;
  for await (const event of turn.model.stream(request, signal)) if (event.type === 'end') end = event;
  if (end === undefined) throw new Error(`the stream of ${turn.model.id} had no end`);
  turn.countModelCall(end.usage);
  signal.throwIfAborted();
  const { reason } = end;
  if (reason.kind === 'error') throw new Fault(`${turn.model.id} failed: ${reason.message}`);
  if (reason.kind === 'refusal') throw new Fault(`${turn.model.id} refused: ${reason.message}`);
  if (reason.kind === 'aborted') throw new Fault(`${turn.model.id} broke off`);
  return end;
}

type Answer<T> = { readonly call: ToolCall; readonly outcome: ToolOutcome<T> };

/** One after the other, as written: what is recorded before it is cited is there. */
async function answerCalls<T>(turn: Turn<T>, calls: readonly ToolCall[], signal: AbortSignal): Promise<Answer<T>[]> {
  const answers: Answer<T>[] = [];
  for (const call of calls) {
    signal.throwIfAborted();
    answers.push({ call, outcome: await answer(turn, call, signal) });
  }
  return answers;
}

async function answer<T>(turn: Turn<T>, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome<T>> {
  const tool = turn.tools.find(({ definition }) => definition.name === call.tool);
  if (tool === undefined) return { kind: 'failed', text: `unknown tool: ${call.tool}; there are: ${names(turn)}` };
  if (typeof call.input === 'string') {
    const start = call.input.slice(0, 200);
    return {
      kind: 'failed',
      text: `the input of ${call.tool} is not a JSON object, so nothing was done. It begins: ${start}`,
    };
  }
  return tool.call(call.input, signal);
}

function toResult<T>({ call, outcome }: Answer<T>): UserBlock {
  const result = { type: 'tool-result', call: call.id } as const;
  switch (outcome.kind) {
    case 'answered':
      return { ...result, text: outcome.text };
    case 'failed':
      return { ...result, text: outcome.text, failed: true };
    case 'finished':
      return {
        ...result,
        text: 'Not yet: another call of the same answer failed. Mend it, then end your turn again.',
        failed: true,
      };
  }
}

/** Shortly before the last answer the model is told, so that what it found gets onto the board. */
function reminder<T>(turn: Turn<T>, step: number): UserBlock[] {
  const left = turn.steps - step;
  if (left < 1 || left > 2) return [];
  const text = `${left === 1 ? 'One answer is' : 'Two answers are'} left: put on the board what you have, then end your turn.`;
  return [{ type: 'text', text }];
}

function nudge<T>(turn: Turn<T>, kind: string): string {
  const why =
    kind === 'max-tokens'
      ? `Your answer was cut after ${MOST_OUTPUT_TOKENS} tokens, before any call was complete. Be brief.`
      : 'Your answer called no tool, so nothing of it is on the board.';
  return `${why} Go on by calling a tool (${names(turn)}), and end your turn with the one made for it.`;
}

function emptyFault(kind: string): string {
  return kind === 'max-tokens'
    ? `was cut after ${MOST_OUTPUT_TOKENS} tokens ${MOST_EMPTY_ANSWERS} times in a row`
    : `called no tool ${MOST_EMPTY_ANSWERS} times in a row`;
}

function names<T>(turn: Turn<T>): string {
  return turn.tools.map(({ definition }) => definition.name).join(', ');
}
