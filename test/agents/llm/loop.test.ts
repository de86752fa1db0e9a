import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BudgetReached } from '../../../src/agents/budget';
import { MOST_OUTPUT_TOKENS, playTurn } from '../../../src/agents/llm/loop';
import type { ModelCallUsage } from '../../../src/agents/roles';
import { answered, defineTool, failed, finished, type Tool } from '../../../src/agents/tools/tool';
import type { LanguageModel, Message, UserBlock } from '../../../src/models/port';
import { ScriptedLanguageModel, type ScriptedTurn } from '../../fakes/language-model';
import { SIGNAL } from './clinic';

const prompt = {
  system: [{ text: 'You count.' }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Count to three.' }] }],
} as const;

function tools(log: string[]): readonly Tool<string>[] {
  return [
    defineTool({
      name: 'count',
      description: 'counts',
      input: z.strictObject({ to: z.number(), by: z.enum(['one', 'two']).optional() }),
      async run({ to }) {
        log.push(`count ${to}`);
        return to < 0 ? failed('below zero') : answered(`counted to ${to}`);
      },
    }),
    defineTool({
      name: 'end',
      description: 'ends',
      input: z.strictObject({ with: z.string() }),
      async run(input) {
        log.push(`end ${input.with}`);
        return finished(input.with);
      },
    }),
  ];
}

const count = (to: unknown) => ({ tool: 'count', input: { to } });
const end = { tool: 'end', input: { with: 'three' } };

/** A turn in which the model gives the answers one after the other, and what happens in it. */
function prepare(answers: readonly ScriptedTurn[], more: { steps?: number; unfinished?: { value: string } } = {}) {
  const log: string[] = [];
  const usages: ModelCallUsage[] = [];
  const model = new ScriptedLanguageModel((_, index) => answers[index] ?? { text: 'nothing more' }, 'test-model');
  const turn = {
    model,
    effort: undefined,
    prompt,
    tools: tools(log),
    steps: 10,
    countModelCall: (usage: ModelCallUsage) => void usages.push(usage),
    ...more,
  };
  return { model, log, usages, turn };
}

function play(...parameters: Parameters<typeof prepare>) {
  const prepared = prepare(...parameters);
  return { ...prepared, result: playTurn(prepared.turn, SIGNAL) };
}

function results(message: Message | undefined): readonly Extract<UserBlock, { type: 'tool-result' }>[] {
  return message?.role === 'user' ? message.content.filter((block) => block.type === 'tool-result') : [];
}

/** The results that the model was sent with its request of this index. */
function answersIn(model: ScriptedLanguageModel, index: number): string[] {
  return results(model.requests[index]?.messages.at(-1)).map(({ text }) => text);
}

describe('a turn', () => {
  it('goes on until the tool that ends it, and gives its value', async () => {
    const { result, log, usages } = play([{ tools: [count(2)] }, { tools: [end] }]);
    expect(await result).toBe('three');
    expect(log).toEqual(['count 2', 'end three']);
    expect(usages).toHaveLength(2);
  });

  it('answers all calls of one message in one message, in their order', async () => {
    const { result, model } = play([{ tools: [count(1), count(2)] }, { tools: [end] }]);
    await result;
    expect(answersIn(model, 1)).toEqual(['counted to 1', 'counted to 2']);
    expect(model.requests[1]?.messages).toHaveLength(3);
  });

  it('sends the model its own blocks back unchanged, thinking too', async () => {
    const { result, model } = play([{ thinking: 'secret', text: 'I count.', tools: [count(1)] }, { tools: [end] }]);
    await result;
    const own = model.requests[1]?.messages[1]?.content;
    expect(own?.map((block) => block.type)).toEqual(['opaque', 'text', 'tool-call']);
  });

  it('does not end while another call of the same message failed', async () => {
    const { result, model } = play([{ tools: [count(-1), end] }, { tools: [end] }]);
    expect(await result).toBe('three');
    const [first, second] = results(model.requests[1]?.messages.at(-1));
    expect(first).toMatchObject({ failed: true });
    expect(second).toMatchObject({ failed: true });
    expect(second?.text).toContain('Not yet');
  });
});

describe('what the model did wrong is told to it, and nothing is run:', () => {
  it('a tool that does not exist', async () => {
    const { result, model, log } = play([{ tools: [{ tool: 'drop_table', input: {} }] }, { tools: [end] }]);
    await result;
    expect(answersIn(model, 1)).toEqual(['unknown tool: drop_table; there are: count, end']);
    expect(log).toEqual(['end three']);
  });

  it('input that is not JSON', async () => {
    const { result, model, log } = play([{ tools: [{ tool: 'count', input: '{"to": 3' }] }, { tools: [end] }]);
    await result;
    expect(answersIn(model, 1)[0]).toContain('not a JSON object');
    expect(answersIn(model, 1)[0]).toContain('{"to": 3');
    expect(log).toEqual(['end three']);
  });

  it('input of the wrong shape, with what is wrong and what is allowed', async () => {
    const wrong = { tool: 'count', input: { to: 'three', by: 'four', upTo: 3 } };
    const { result, model, log } = play([{ tools: [wrong] }, { tools: [end] }]);
    await result;
    const [text] = answersIn(model, 1);
    expect(text).toContain('expected number, received string');
    expect(text).toContain('"one"|"two"');
    expect(text).toContain('Unrecognized key: "upTo"');
    expect(text).toContain('Allowed here: to, by');
    expect(log).toEqual(['end three']);
  });
});

describe('a model that calls no tool', () => {
  it('is told so once and may go on', async () => {
    const { result, model } = play([{ text: 'Three.' }, { tools: [end] }]);
    expect(await result).toBe('three');
    const last = model.requests[1]?.messages.at(-1)?.content[0];
    expect(last).toMatchObject({ type: 'text' });
    expect(JSON.stringify(last)).toContain('called no tool');
  });

  it('fails its turn when it does so twice', async () => {
    const { result, model } = play([{ text: 'Three.' }, { text: 'Three!' }]);
    await expect(result).rejects.toThrow('test-model called no tool 2 times in a row');
    expect(model.requests).toHaveLength(2);
  });

  it('fails its turn too when nothing of it is on the board', async () => {
    const { result } = play([{ text: 'Three.' }, { text: 'Three!' }], { unfinished: { value: 'unfinished' } });
    await expect(result).rejects.toThrow('called no tool');
  });

  it('ends its turn when its work is done already and nothing has to be handed over', async () => {
    const answers = [{ tools: [count(3)] }, { text: 'Done.' }, { text: 'Done, I said.' }];
    expect(await play(answers, { unfinished: { value: 'unfinished' } }).result).toBe('unfinished');
    await expect(play(answers).result).rejects.toThrow('called no tool');
  });
});

describe('an answer that was cut', () => {
  const cutShort = { text: 'Let me begin by', reason: { kind: 'max-tokens' } } as const;
  const cutInput = { tools: [{ tool: 'count', input: '{"to"' }], reason: { kind: 'max-tokens' } } as const;

  it('is told to the model, which may be briefer', async () => {
    const { result, model } = play([cutShort, { tools: [end] }]);
    expect(await result).toBe('three');
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(`cut after ${MOST_OUTPUT_TOKENS} tokens`);
  });

  it('fails the turn when it happens twice in a row, in text or in a call', async () => {
    await expect(play([cutShort, cutInput]).result).rejects.toThrow(`test-model was cut after ${MOST_OUTPUT_TOKENS}`);
    await expect(play([cutInput, cutInput]).result).rejects.toThrow('2 times in a row');
  });

  it('is forgotten after a whole one', async () => {
    expect(await play([cutInput, { tools: [count(1)] }, cutShort, { tools: [end] }]).result).toBe('three');
  });
});

describe('a turn fails with a message that names the model and the cause', () => {
  it('when the model refuses', async () => {
    const { result } = play([{ reason: { kind: 'refusal', message: 'not this' } }]);
    await expect(result).rejects.toThrow('test-model refused: not this');
  });

  it('when the provider or the line fails', async () => {
    const { result } = play([{ reason: { kind: 'error', message: 'overloaded', retriable: true } }]);
    await expect(result).rejects.toThrow('test-model failed: overloaded');
  });

  it('when the model goes round in circles', async () => {
    const { result, model } = play(Array<ScriptedTurn>(9).fill({ tools: [count(1)] }), { steps: 4 });
    await expect(result).rejects.toThrow('did not come to an end within 4 answers');
    expect(model.requests).toHaveLength(4);
  });

  it('when the stream has no end, which is a defect of the adapter', async () => {
    const model: LanguageModel = { id: 'endless', async *stream() {} };
    await expect(playTurn({ ...prepare([]).turn, model }, SIGNAL)).rejects.toThrow('endless had no end');
  });
});

it('the last answers are announced, so that the work gets onto the board', async () => {
  const { result, model } = play(Array<ScriptedTurn>(9).fill({ tools: [count(1)] }), {
    steps: 4,
    unfinished: { value: 'unfinished' },
  });
  expect(await result).toBe('unfinished');
  const reminders = model.requests.map(
    ({ messages }) => JSON.stringify(messages.at(-1)).match(/\w+ answers? (is|are) left/)?.[0],
  );
  expect(reminders).toEqual([undefined, undefined, 'Two answers are left', 'One answer is left']);
});

describe('budget and cancellation', () => {
  it('count what an answer cost even when it failed', async () => {
    const { result, usages } = play([
      { reason: { kind: 'refusal', message: 'no' }, usage: { inputTokens: 7, outputTokens: 3 } },
    ]);
    await expect(result).rejects.toThrow('refused');
    expect(usages).toMatchObject([{ inputTokens: 7, outputTokens: 3 }]);
  });

  it('end the turn when a budget is reached, before its calls are run', async () => {
    const { turn, log } = prepare([]);
    const model = new ScriptedLanguageModel(() => ({ tools: [count(1)] }));
    const countModelCall = (): void => {
      throw new BudgetReached('all is used');
    };
    await expect(playTurn({ ...turn, model, countModelCall }, SIGNAL)).rejects.toThrow(BudgetReached);
    expect(log).toEqual([]);
  });

  it('stop the model while it answers and ask it no more', async () => {
    const controller = new AbortController();
    const model = new ScriptedLanguageModel(async () => {
      controller.abort(new Error('stopped by the user'));
      return { tools: [count(1)] };
    });
    const { turn, log } = prepare([]);
    await expect(playTurn({ ...turn, model }, controller.signal)).rejects.toThrow('stopped by the user');
    await expect(playTurn({ ...turn, model }, controller.signal)).rejects.toThrow('stopped by the user');
    expect(model.requests).toHaveLength(1);
    expect(log).toEqual([]);
  });
});
