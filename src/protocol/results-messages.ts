import * as z from 'zod';

/*
 * What the result grid and the extension host say to each other. The rows stay in the host: the grid asks for the pages that it shows. What is
 * told about a result is made there too.
 */

/** A cell as it is shown: exact text, its beginning only where `cut` says so. */
const cellSchema = z.object({
  kind: z.enum(['null', 'number', 'text', 'bytes']),
  text: z.string(),
  cut: z.literal(true).optional(),
});

const orderSchema = z.object({
  column: z.number().int().nonnegative(),
  direction: z.enum(['ascending', 'descending']),
});

const columnSchema = z.object({
  name: z.string(),
  /** Most of its values are numbers. */
  numeric: z.boolean(),
  /** Characters that its name and its values take, as a sample of them says. */
  characters: z.number(),
});

/** A line above the grid. */
const noteSchema = z.object({ kind: z.enum(['same', 'differs', 'warning', 'cut']), text: z.string() });

/** The run that is shown. */
const shownSchema = z.object({
  run: z.number(),
  state: z.enum(['running', 'rows', 'failed', 'cancelled']),
  /** On one line. */
  sql: z.string(),
  /** Counts, duration, database: what stands beside each other over the grid. */
  facts: z.array(z.string()),
  notes: z.array(noteSchema),
  /** Why there are no rows, and the place in its document that a link leads to. */
  failure: z.object({ message: z.string(), place: z.string().optional() }).optional(),
  columns: z.array(columnSchema),
  /** Rows that the host holds. */
  rows: z.number(),
  order: orderSchema.nullable(),
});

export const toResultsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('show'), shown: shownSchema.nullable() }),
]);

const index = z.number().int().nonnegative();

/** Cells between two corners, both included. */
export const areaSchema = z.object({ top: index, left: index, bottom: index, right: index });

export const fromResultsSchema = z.discriminatedUnion('type', [
  /** The grid is there, or there anew: it is told what to show. */
  z.object({ type: z.literal('ready') }),
  /** Answered with `pageSchema`: as many rows as there are. */
  z.object({ type: z.literal('page'), run: z.number(), first: index, count: index.max(1_000) }),
  /** Answered with the whole text of a cell. */
  z.object({ type: z.literal('cell'), run: z.number(), row: index, column: index }),
  z.object({ type: z.literal('sort'), run: z.number(), order: orderSchema.nullable() }),
  z.object({ type: z.literal('copy'), run: z.number(), area: areaSchema }),
  z.object({ type: z.literal('cancel'), run: z.number() }),
  z.object({ type: z.literal('go-to-place'), run: z.number() }),
]);

export const pageSchema = z.array(z.array(cellSchema));
export const cellTextSchema = z.string();

export type Cell = z.infer<typeof cellSchema>;
export type Order = z.infer<typeof orderSchema>;
export type Shown = z.infer<typeof shownSchema>;
export type ShownColumn = Shown['columns'][number];
export type Note = z.infer<typeof noteSchema>;
export type Area = z.infer<typeof areaSchema>;
export type ToResults = z.infer<typeof toResultsSchema>;
export type FromResults = z.infer<typeof fromResultsSchema>;
