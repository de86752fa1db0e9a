import * as z from 'zod';
import { Fault, messageOf } from '../base/fault';

/** What travels between the two sides: plain JSON. */
const frameSchema = z.discriminatedUnion('frame', [
  z.object({ frame: z.literal('told'), message: z.unknown() }),
  z.object({ frame: z.literal('asked'), call: z.number(), message: z.unknown() }),
  z.object({ frame: z.literal('answered'), call: z.number(), answer: z.unknown() }),
  z.object({ frame: z.literal('failed'), call: z.number(), message: z.string(), next: z.string().optional() }),
]);

export type Frame = z.infer<typeof frameSchema>;

type Ends<In> = {
  /** The messages that the other side may send. */
  readonly incoming: z.ZodType<In>;
  /** Hands a frame to the transport. */
  readonly send: (frame: Frame) => void;
  /** Acts on a message; a caller who waits is sent what it returns, or why it failed. */
  readonly handle: (message: In) => unknown;
  /** Is told of what no caller waits for: a frame that cannot be read, a told message whose handler failed. */
  readonly report: (error: unknown) => void;
};

type Call = { readonly answer: (answer: unknown) => void; readonly fail: (error: unknown) => void };

/**
 * One end of a line between the extension host and a webview; both ends are of this class. Who owns the transport passes in how to send, and
 * calls `receive` with what arrives. What arrives is checked against its schema before anything acts on it.
 */
export class Channel<In, Out> {
  readonly #ends: Ends<In>;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #isDisposed = false;

  constructor(ends: Ends<In>) {
    this.#ends = ends;
  }

  /** Sends a message that needs no answer. Nothing happens after `dispose`. */
  tell(message: Out): void {
    if (!this.#isDisposed) this.#ends.send({ frame: 'told', message });
  }

  /**
   * Sends a message and waits for its answer.
   * @param answer what the other side answers this message with
   * @returns a promise that rejects with a `Fault` when the other side's handler failed or when the channel is disposed of, and with
   *   zod's error for an answer of another form
   */
  async ask<Answer>(message: Out, answer: z.ZodType<Answer>): Promise<Answer> {
    if (this.#isDisposed) throw closed();
    const call = ++this.#lastCall;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#calls.set(call, { answer: resolve, fail: reject });
    });
    this.#ends.send({ frame: 'asked', call, message });
    return answer.parse(await answered);
  }

  /** Takes what the transport brought; never throws. */
  receive(data: unknown): void {
    if (this.#isDisposed) return;
    const { success, data: frame, error } = frameSchema.safeParse(data);
    if (!success) {
      this.#ends.report(error);
      return;
    }
    switch (frame.frame) {
      case 'told':
        this.#act(frame.message).catch(this.#ends.report);
        return;
      case 'asked':
        void this.#answer(frame.call, frame.message);
        return;
      case 'answered':
        this.#end(frame.call)?.answer(frame.answer);
        return;
      case 'failed':
        this.#end(frame.call)?.fail(new Fault(frame.message, frame.next));
        return;
    }
  }

  /** Rejects every call that waits. Nothing is sent or received afterwards. */
  dispose(): void {
    this.#isDisposed = true;
    for (const { fail } of this.#calls.values()) fail(closed());
    this.#calls.clear();
  }

  async #act(message: unknown): Promise<unknown> {
    return this.#ends.handle(this.#ends.incoming.parse(message));
  }

  async #answer(call: number, message: unknown): Promise<void> {
    let frame: Frame;
    try {
      frame = { frame: 'answered', call, answer: await this.#act(message) };
    } catch (error) {
      const next = error instanceof Fault ? error.next : undefined;
      frame = { frame: 'failed', call, message: messageOf(error), ...(next !== undefined && { next }) };
    }
    if (!this.#isDisposed) this.#ends.send(frame);
  }

  #end(call: number): Call | undefined {
    const pending = this.#calls.get(call);
    this.#calls.delete(call);
    return pending;
  }
}

function closed(): Fault {
  return new Fault('the view was closed');
}
