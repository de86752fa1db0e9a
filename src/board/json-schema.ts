import * as z from 'zod';
import { boardSchema } from './board';

const SECTIONS = {
  d2board: 'Version of the format.',
  investigation: 'The question, the database it is asked of, and how the investigation went.',
  hypotheses: 'Competing answers to the question.',
  queries: 'The execution log: every query whose answer anyone used, with what is kept of its result.',
  evidence: 'Facts, each from one query.',
  links: 'What evidence says about hypotheses.',
  verdicts: 'What the judge said of each hypothesis, round by round; the latest one stands.',
  report: 'The answer as Markdown, an item a line. A number links to its cell: query / row / column.',
  history: 'What happened and is told by no other record.',
} as const satisfies Record<keyof typeof boardSchema.shape, string>;

/** The JSON Schema of a board's file, for editors: completion, hover and a check while typing. */
export function boardJsonSchema(): object {
  const schema = z.toJSONSchema(boardSchema, { io: 'input', target: 'draft-7', reused: 'ref' });
  const properties = Object.fromEntries(
    Object.entries(SECTIONS).map(([section, description]) => {
      const property = schema.properties?.[section];
      return [section, { description, ...(typeof property === 'object' && property) }];
    }),
  );
  return { ...schema, title: 'D² Data Detective board', properties };
}
