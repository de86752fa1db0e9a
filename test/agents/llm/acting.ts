import type { ModelRole } from '../../../src/agents/llm/models';
import type { LanguageModel, Message, ModelRequest, UserBlock } from '../../../src/models/port';
import { ScriptedLanguageModel, type ScriptedTurn } from '../../fakes/language-model';
import type { CompletionRequest } from '../../fakes/chat-completions-rules';
import type { ScriptedCompletion } from '../../fakes/chat-completions-server';
import type { MessagesRequest } from '../../fakes/messages-rules';
import type { ScriptedMessage } from '../../fakes/messages-server';

/** What an actor sees when it is asked: its role is known by its tools. */
export type Scene = {
  readonly role: ModelRole;
  /** The hypothesis that a collector or the judge works on. */
  readonly hypothesis: string;
  /** The first message: question, board, task. */
  readonly briefing: string;
  /** How many of the model's answers in this turn got something done. */
  readonly step: number;
  /** The results of its last calls. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
};

export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** Plays all roles; what it answers is a function of the scene. */
export type Actor = (scene: Scene) => readonly Call[];

/** Plays what `special` leaves undefined as the actor does. */
export type Special = (scene: Scene) => ScriptedTurn | undefined;

/** One model for every role, in this process. */
export function actingModels(actor: Actor, special: Special = () => undefined) {
  const model = (id: string): ScriptedLanguageModel =>
    new ScriptedLanguageModel((request) => {
      const scene = sceneOf(request);
      return special(scene) ?? { tools: actor(scene) };
    }, id);
  const small = model('small-model');
  const large = model('large-model');
  return { hypothesizer: large, orchestrator: large, collector: small, judge: large, reporter: large } satisfies Record<
    ModelRole,
    LanguageModel
  >;
}

/** The same actor behind the Messages API. */
export function actingScript(actor: Actor): (request: MessagesRequest) => ScriptedMessage {
  return ({ messages, tools = [] }) => {
    const scene = sceneOf({
      system: [],
      tools: tools.map(({ name }) => ({ name, description: '', input: {} })),
      maxOutputTokens: 1,
      messages: messages.map(({ role, content }) => {
        const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
        if (role === 'assistant') return { role, content: [] };
        return {
          role,
          content: blocks.flatMap((block): UserBlock[] => {
            if (block.type === 'text') return [{ type: 'text', text: block.text }];
            if (block.type !== 'tool_result' || typeof block.content !== 'string') return [];
            return [
              { type: 'tool-result', call: block.tool_use_id, text: block.content, failed: block.is_error === true },
            ];
          }),
        };
      }),
    });
    return { thinking: 'hm', tools: actor(scene).map(({ tool, input }) => ({ name: tool, input })) };
  };
}

/** The same actor behind the Chat Completions API. */
export function actingCompletions(actor: Actor): (request: CompletionRequest) => ScriptedCompletion {
  return ({ messages, tools = [] }) => {
    const scene = sceneOf({
      system: [],
      tools: tools.map(({ function: { name } }) => ({ name, description: '', input: {} })),
      maxOutputTokens: 1,
      messages: turnsOf(messages),
    });
    return { reasoning: 'hm', tools: actor(scene).map(({ tool, input }) => ({ name: tool, input })) };
  };
}

/** Results, each a message of its own there, as the turns that they are. */
function turnsOf(messages: CompletionRequest['messages']): readonly Message[] {
  return messages.flatMap((message, index): Message[] => {
    if (message.role === 'assistant') return [{ role: 'assistant', content: [] }];
    if (message.role === 'user') return [{ role: 'user', content: [{ type: 'text', text: message.content }] }];
    if (message.role === 'system' || messages[index - 1]?.role === 'tool') return [];
    const end = messages.findIndex(({ role }, at) => at > index && role !== 'tool');
    const content = messages.slice(index, end === -1 ? undefined : end).flatMap((each): UserBlock[] => {
      if (each.role !== 'tool') return [];
      const failed = each.content.startsWith('This call failed.');
      return [{ type: 'tool-result', call: each.tool_call_id, text: each.content, failed }];
    });
    return [{ role: 'user', content }];
  });
}

function sceneOf({ tools, messages }: ModelRequest): Scene {
  const names = tools.map(({ name }) => name);
  const [first] = messages;
  const last = messages.at(-1);
  const briefing = first?.role === 'user' && first.content[0]?.type === 'text' ? first.content[0].text : '';
  return {
    role: roleOf(names),
    hypothesis: /(?:against|Judge) (H\d+)/.exec(briefing)?.[1] ?? '',
    briefing,
    step: messages.filter(
      ({ role, content }) => role === 'user' && content.some((block) => block.type === 'tool-result' && !block.failed),
    ).length,
    results:
      last?.role === 'user' ? last.content.flatMap((block) => (block.type === 'tool-result' ? [block.text] : [])) : [],
    tools: names,
  };
}

function roleOf(tools: readonly string[]): ModelRole {
  if (tools.includes('submit_plan')) return 'orchestrator';
  if (tools.includes('record_evidence')) return 'collector';
  if (tools.includes('submit_verdict')) return 'judge';
  if (tools.includes('write_report')) return 'reporter';
  return 'hypothesizer';
}

/** The case that a sensible detective works on. */
export type Case = {
  readonly overview: string;
  readonly fact: string;
  /** Inputs of `propose_hypothesis`. */
  readonly hypotheses: readonly Readonly<Record<string, unknown>>[];
  /** Proposed by the judge when it judges a hypothesis. */
  readonly refinements?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** SQL that the collector of a hypothesis runs and the evidence it makes of it, beside the operators. */
  readonly queries?: Readonly<
    Record<string, { readonly sql: string; readonly evidence: Readonly<Record<string, unknown>> }>
  >;
  /** What the judge thinks of a hypothesis that no rule judges. */
  readonly opinions?: Readonly<Record<string, { readonly status: string; readonly confidence: number }>>;
  readonly report: string;
};

/** A detective that does what the prompts ask for, with the ids that it is shown. */
export function detective(work: Case): Actor {
  return (scene) => {
    switch (scene.role) {
      case 'hypothesizer':
        return hypothesize(work, scene);
      case 'orchestrator':
        return [{ tool: 'submit_plan', input: plan(waiting(scene)) }];
      case 'collector':
        return collect(work, scene);
      case 'judge':
        return judge(work, scene);
      case 'reporter':
        return report(work, scene);
    }
  };
}

function plan(waiting: readonly string[]): Call['input'] {
  const dispatch = waiting.map((hypothesis) => ({ hypothesis }));
  return waiting.length > 0 ? { dispatch } : { dispatch, end: 'Every hypothesis is decided.' };
}

function hypothesize(work: Case, { step, results }: Scene): readonly Call[] {
  if (step === 0) return [{ tool: 'run_sql', input: { sql: work.overview, purpose: 'overview' } }];
  if (step === 1) {
    const query = /^Q\d+/.exec(results[0] ?? '')?.[0] ?? '';
    return [
      { tool: 'record_lead', input: { query, fact: work.fact } },
      ...work.hypotheses.map((input) => ({ tool: 'propose_hypothesis', input: { ...input, from: ['E1'] } })),
    ];
  }
  return [{ tool: 'finish', input: {} }];
}

function collect(work: Case, { hypothesis, step, results, briefing }: Scene): readonly Call[] {
  const isTyped = new RegExp(`Your hypothesis:\n<data source="board">\n${hypothesis} .*\n {2}claim: (?!entity)`).test(
    briefing,
  );
  const query = work.queries?.[hypothesis];
  if (step === 0) {
    return [
      ...(isTyped ? [{ tool: 'compare_groups', input: {} }] : []),
      ...(query ? [{ tool: 'run_sql', input: { sql: query.sql, purpose: 'own look' } }] : []),
    ];
  }
  const id = results.map((text) => /^(Q\d+): /.exec(text)?.[1]).find((each) => each !== undefined);
  if (step === 1 && query && id !== undefined) {
    return [
      { tool: 'record_evidence', input: { query: id, ...query.evidence } },
      { tool: 'finish', input: {} },
    ];
  }
  return [{ tool: 'finish', input: {} }];
}

function judge(work: Case, { hypothesis, results, briefing }: Scene): readonly Call[] {
  const rule = /<data source="rules">\n(\w+), confidence ([\d.]+) .*\nrests on: (.*)/.exec(briefing);
  const [, status, confidence, cites = ''] = rule ?? [];
  const linked = [...briefing.matchAll(/^(E\d+) \(.*(?:\n {2}.*)*?\n {2}(?:supports|contradicts|neutral) (H\d+)/gm)];
  const own = linked.filter((match) => match[2] === hypothesis).map((match) => match[1]);
  const opinion = work.opinions?.[hypothesis] ?? { status: 'inconclusive', confidence: 0.5 };
  const verdict = rule
    ? { status, confidence: Number(confidence), cites: cites.split(', ') }
    : { ...opinion, cites: own };
  return [
    ...(results.length === 0 ? (work.refinements?.[hypothesis] ?? []) : []).map((input) => ({
      tool: 'propose_hypothesis',
      input,
    })),
    { tool: 'submit_verdict', input: { ...verdict, rationale: 'The comparison decides.' } },
  ];
}

function report(work: Case, { step, briefing }: Scene): readonly Call[] {
  const evidence = [...new Set([...briefing.matchAll(/^(E\d+) \(/gm)].map((match) => match[1]))];
  const labels = evidence.map((id) => ({ evidence: id, label: `comparison ${id}` }));
  if (step === 0 && labels.length > 0) return [{ tool: 'label_evidence', input: { labels } }];
  return [{ tool: 'write_report', input: { report: work.report } }];
}

function waiting({ briefing }: Scene): string[] {
  const block = /Waiting for a collector:\n<data source="board">\n([^]*?)\n<\/data>/.exec(briefing)?.[1] ?? '';
  return [...block.matchAll(/^(H\d+)$/gm)].map((match) => match[1] ?? '');
}
