import type {
  ContentBlock,
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  RefusalStopDetails,
  StopReason,
  Usage,
} from '@anthropic-ai/sdk/resources/messages';
import type { AssistantBlock } from '../port';
import type { BilledTokens } from '../prices';
import { PROVIDER } from './request';

type Draft = { block: ContentBlock; json: string; finished: boolean };

/** One streamed message, put together from its events. */
export class Answer {
  readonly #drafts = new Map<number, Draft>();
  #billed: BilledTokens | undefined;
  #stop: StopReason | null = null;
  #refusal: RefusalStopDetails | null = null;
  #complete = false;

  /** Takes the next event and returns the text that it adds for the reader, or ''. Throws for an event out of place. */
  take(event: RawMessageStreamEvent): string {
    switch (event.type) {
      case 'message_start':
        this.#billed = billedAtStart(event.message.usage);
        return '';
      case 'content_block_start':
        this.#drafts.set(event.index, { block: event.content_block, json: '', finished: false });
        return event.content_block.type === 'text' ? event.content_block.text : '';
      case 'content_block_delta':
        return extend(this.#draft(event.index), event.delta);
      case 'content_block_stop':
        this.#draft(event.index).finished = true;
        return '';
      case 'message_delta':
        this.#stop = event.delta.stop_reason;
        this.#refusal = event.delta.stop_details;
        this.#billed = billedSoFar(this.#billed, event.usage);
        return '';
      case 'message_stop':
        this.#complete = true;
        return '';
      default:
        return ''; // An event of a later version of the API.
    }
  }

  /** Whether the message came to its end; else the stream broke off. */
  get complete(): boolean {
    return this.#complete;
  }

  get stop(): StopReason | null {
    return this.#stop;
  }

  get refusal(): RefusalStopDetails | null {
    return this.#refusal;
  }

  /** Undefined until the message started. */
  get billed(): BilledTokens | undefined {
    return this.#billed;
  }

  /** The finished blocks, in order. */
  get content(): readonly AssistantBlock[] {
    return [...this.#drafts.values()].filter((draft) => draft.finished).map(finish);
  }

  #draft(index: number): Draft {
    const draft = this.#drafts.get(index);
    if (draft === undefined) throw new Error(`unexpected content block: ${index} was not started`);
    return draft;
  }
}

function extend(draft: Draft, delta: RawContentBlockDelta): string {
  const { block } = draft;
  if (delta.type === 'text_delta' && block.type === 'text') {
    draft.block = { ...block, text: block.text + delta.text };
    return delta.text;
  }
  if (delta.type === 'thinking_delta' && block.type === 'thinking') {
    draft.block = { ...block, thinking: block.thinking + delta.thinking };
  } else if (delta.type === 'signature_delta' && block.type === 'thinking') {
    draft.block = { ...block, signature: block.signature + delta.signature };
  } else if (delta.type === 'input_json_delta') {
    draft.json += delta.partial_json;
  }
  return '';
}

function finish({ block, json }: Draft): AssistantBlock {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const written = 'input' in block && json.trim() !== '' ? parsedOrRaw(json) : undefined;
  if (block.type === 'tool_use') {
    return { type: 'tool-call', id: block.id, tool: block.name, input: written ?? block.input };
  }
  return { type: 'opaque', provider: PROVIDER, value: written === undefined ? block : { ...block, input: written } };
}

function parsedOrRaw(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : json;
  } catch {
    return json;
  }
}

function billedAtStart(usage: Usage): BilledTokens {
  const cacheWrite1h = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheWrite5m: (usage.cache_creation_input_tokens ?? 0) - cacheWrite1h,
    cacheWrite1h,
    cacheRead: usage.cache_read_input_tokens ?? 0,
  };
}

/** The counts at the end are totals, not additions; those that are missing keep their value from the start. */
function billedSoFar(start: BilledTokens | undefined, usage: MessageDeltaUsage): BilledTokens {
  const before = start ?? { input: 0, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 };
  const written = usage.cache_creation_input_tokens ?? before.cacheWrite5m + before.cacheWrite1h;
  return {
    input: usage.input_tokens ?? before.input,
    output: usage.output_tokens,
    cacheWrite5m: written - before.cacheWrite1h,
    cacheWrite1h: before.cacheWrite1h,
    cacheRead: usage.cache_read_input_tokens ?? before.cacheRead,
  };
}
