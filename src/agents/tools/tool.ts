import * as z from 'zod';
import { Fault } from '../../base/fault';
import { QueryError } from '../../database/port';
import type { ToolDefinition } from '../../models/port';
import { dataBlock, inert } from './data-block';

/** What came of a call: text that the model reads, or the end of the role's turn. */
export type ToolOutcome<T = never> =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'finished'; readonly value: T };

/** Something that a role played by a model may do. `T` is what a tool that ends the turn makes of it. */
export type Tool<T = never> = {
  readonly definition: ToolDefinition;
  /** Resolves with `failed` for what the model did wrong; rejects for a reached budget, an abort and our own defects. */
  call(input: unknown, signal: AbortSignal): Promise<ToolOutcome<T>>;
};

type ToolSpec<S extends z.ZodObject, T> = {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  run(input: z.output<S>, signal: AbortSignal): Promise<ToolOutcome<T>>;
};

/** A tool whose input is checked before it runs, and whose schema the model sees is that of the check. */
export function defineTool<S extends z.ZodObject, T = never>(spec: ToolSpec<S, T>): Tool<T> {
  return {
    definition: { name: spec.name, description: spec.description, input: inputSchema(spec.input) },
    async call(input, signal) {
      const parsed = spec.input.safeParse(input);
      if (!parsed.success) return { kind: 'failed', text: inert(invalidInput(spec.name, spec.input, parsed.error)) };
      try {
        return await spec.run(parsed.data, signal);
      } catch (error) {
        if (error instanceof Fault)
          return failed(error.next === undefined ? error.message : `${error.message} (${error.next})`);
        if (error instanceof QueryError) return failed(error.message);
        throw error;
      }
    },
  };
}

export function answered(text: string): ToolOutcome {
  return { kind: 'answered', text };
}

/** What was wrong with a call. It can quote the database (an engine's message, a name), so it stands in a data block. */
export function failed(what: string): ToolOutcome {
  return { kind: 'failed', text: dataBlock('error', what) };
}

export function finished<T>(value: T): ToolOutcome<T> {
  return { kind: 'finished', value };
}

/** Making one takes milliseconds, and each turn of a role needs those of all its tools. */
const inputSchemas = new WeakMap<z.ZodObject, ToolDefinition['input']>();

function inputSchema(schema: z.ZodObject): ToolDefinition['input'] {
  const known = inputSchemas.get(schema);
  if (known) return known;
  const json = z.toJSONSchema(schema, { io: 'input' });
  delete json.$schema;
  inputSchemas.set(schema, json);
  return json;
}

function invalidInput(tool: string, schema: z.ZodObject, error: z.ZodError): string {
  const unknown = error.issues.some((issue) => issue.code === 'unrecognized_keys');
  const allowed = unknown ? `\nAllowed here: ${Object.keys(schema.shape).join(', ') || 'no arguments'}` : '';
  return `invalid input of ${tool}:\n${z.prettifyError(error)}${allowed}`;
}
