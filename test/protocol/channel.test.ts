import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Fault } from '../../src/base/fault';
import { Channel, type Frame } from '../../src/protocol/channel';

const question = z.object({ type: z.literal('double'), of: z.number() });
type Question = z.infer<typeof question>;

/** Two ends over a line that carries JSON only, as postMessage between processes does. */
function line(handle: (message: Question) => unknown) {
  const reports: unknown[] = [];
  const frames: Frame[] = [];
  const carry = (to: () => Channel<Question, Question>) => (frame: Frame) => {
    frames.push(frame);
    queueMicrotask(() => to().receive(JSON.parse(JSON.stringify(frame))));
  };
  const report = (error: unknown) => reports.push(error);
  const near: Channel<Question, Question> = new Channel({
    incoming: question,
    send: carry(() => far),
    handle: () => undefined,
    report,
  });
  const far: Channel<Question, Question> = new Channel({
    incoming: question,
    send: carry(() => near),
    handle,
    report,
  });
  return { near, far, reports, frames };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a channel', () => {
  test('answers each caller with their own answer, whatever the order of the answers', async () => {
    const waits: (() => void)[] = [];
    const { near } = line(async ({ of }) => {
      await new Promise<void>((resolve) => waits.push(resolve));
      return of * 2;
    });
    const answers = [1, 2, 3].map((of) => near.ask({ type: 'double', of }, z.number()));
    await settle();
    for (const go of waits.reverse()) go();
    await expect(Promise.all(answers)).resolves.toEqual([2, 4, 6]);
  });

  test('rejects the caller when the handler fails, with the step that helps', async () => {
    const { near, reports } = line(() => {
      throw new Fault('unknown query: Q9', 'The board has Q1.');
    });
    const failure: unknown = await near.ask({ type: 'double', of: 1 }, z.number()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Fault);
    expect(failure).toMatchObject({ message: 'unknown query: Q9', next: 'The board has Q1.' });
    expect(reports).toEqual([]);
  });

  test('rejects the caller for an answer of another form', async () => {
    const { near } = line(() => 'two');
    await expect(near.ask({ type: 'double', of: 1 }, z.number())).rejects.toThrow(z.ZodError);
  });

  test('acts on no message that its schema forbids, and rejects who asked', async () => {
    const handled: unknown[] = [];
    const { near, far, reports } = line((message) => handled.push(message));
    const wrong = { type: 'double', of: '1' } as unknown as Question;
    await expect(near.ask(wrong, z.unknown())).rejects.toThrow('expected number');
    near.tell(wrong);
    far.receive('no frame at all');
    await settle();
    expect(handled).toEqual([]);
    expect(reports).toHaveLength(2);
  });

  test('reports what fails where no caller waits', async () => {
    const { near, reports } = line(() => {
      throw new Error('no such query');
    });
    near.tell({ type: 'double', of: 1 });
    await settle();
    expect(reports).toEqual([new Error('no such query')]);
  });

  test('rejects what is pending when it is disposed of, and is silent from then on', async () => {
    const { near, far, frames } = line(() => new Promise(() => undefined));
    const pending = near.ask({ type: 'double', of: 1 }, z.number());
    near.dispose();
    await expect(pending).rejects.toThrow('the view was closed');
    await expect(near.ask({ type: 'double', of: 2 }, z.number())).rejects.toThrow('the view was closed');
    near.tell({ type: 'double', of: 3 });
    far.dispose();
    far.receive({ frame: 'told', message: { type: 'double', of: 4 } });
    await settle();
    expect(frames).toHaveLength(1);
  });

  test('sends no answer after its own end', async () => {
    let go: (answer: number) => void = () => undefined;
    const { near, far, frames } = line(() => new Promise((resolve) => (go = resolve)));
    void near.ask({ type: 'double', of: 1 }, z.number());
    await settle();
    far.dispose();
    go(2);
    await settle();
    expect(frames.map(({ frame }) => frame)).toEqual(['asked']);
  });

  test('drops an answer that nobody asked for', () => {
    const { near, reports } = line(() => undefined);
    near.receive({ frame: 'answered', call: 7, answer: 1 });
    near.receive({ frame: 'failed', call: 7, message: 'late' });
    expect(reports).toEqual([]);
  });
});
