import * as z from 'zod';
import { hypothesisId, queryId, verdictId } from '../board/board';

/*
 * What the board editor and its webview say to each other. The webview speaks first (`ready`) and gets the whole state; then what
 * changes, numbered, so that a change that was lost is seen. Boards and events are text of the board's codec: JSON itself cannot carry
 * 64-bit integers and bytes.
 */

export const tabs = ['report', 'graph', 'matrix', 'timeline'] as const;
export type Tab = (typeof tabs)[number];

/** One more than that of the change before. */
const revision = z.int().positive();
/** `live`: an investigation works on the board now. `unsaved`: it is read from a document that is not saved. */
const condition = { live: z.boolean(), unsaved: z.boolean(), notice: z.string().optional() };

export const toWebviewSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loading'), revision }),
  z.object({ type: z.literal('board'), revision, ...condition, board: z.string() }),
  z.object({ type: z.literal('events'), revision, ...condition, events: z.array(z.string()) }),
  z.object({
    type: z.literal('unreadable'),
    revision,
    message: z.string(),
    next: z.string().optional(),
    /** Of the file's text, from 1. */
    line: z.int().positive().optional(),
  }),
  /** What the window allows: `restricted` is a workspace that is not trusted, `reader` a host without databases. */
  z.object({ type: z.literal('allows'), what: z.enum(['everything', 'restricted', 'reader']) }),
  /** Shows a tab, and a record of the board there. */
  z.object({ type: z.literal('show'), tab: z.enum(tabs), id: z.string().optional() }),
]);

/** What a person does to a record; the host asks for what else it needs. */
export const actions = ['pin', 'unpin', 'reject', 'hint', 'edit', 'retest', 'review'] as const;
export type Action = (typeof actions)[number];

export const fromWebviewSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-text'), line: z.int().positive().optional() }),
  z.object({ type: z.literal('open-sql'), query: queryId }),
  z.object({ type: z.literal('act'), action: z.enum(actions), id: z.union([hypothesisId, verdictId]) }),
  z.object({ type: z.literal('add-hypothesis') }),
  /** The person looks at a hypothesis: other views follow. */
  z.object({ type: z.literal('selected'), hypothesis: hypothesisId }),
  z.object({ type: z.literal('manage-trust') }),
  /** Answered with an `ExplanationMessage`. */
  z.object({ type: z.literal('explain'), hypothesis: hypothesisId }),
]);

const status = z.enum(['supported', 'contradicted', 'inconclusive']);

/** What a verdict rests on and what would overturn it: the part of the core's explanation that the board itself does not hold. */
export const explanationSchema = z.object({
  weakestLink: z.string(),
  missing: z.array(z.string()),
  flips: z.array(z.object({ what: z.string(), becomes: status })),
  /** The verdict that the rules give on the same evidence now; missing where none reads the claim. */
  ruleSays: status.optional(),
});

export type ToWebview = z.infer<typeof toWebviewSchema>;
export type FromWebview = z.infer<typeof fromWebviewSchema>;
export type ExplanationMessage = z.infer<typeof explanationSchema>;
