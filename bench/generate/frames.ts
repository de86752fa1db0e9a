import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { Fault } from '../../src/base/fault';

/*
 * What texts, names and tables are made of. Each file of a frames folder is a JSON object; its keys replace those of the public
 * frames one by one, so a folder need hold only what it changes. Slots stand in braces: `{they}`, `{value}`, `{date}`.
 */

const texts = z.array(z.string()).min(1);
export const REGISTERS = ['police', 'teen', 'legalese'] as const;
export type Register = (typeof REGISTERS)[number];
const byRegister = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ police: schema, teen: schema, legalese: schema });

const hintFrames = byRegister(z.object({ past: texts, present: texts }));
const named = z.object({ name: z.string(), description: z.string() });
const plainOrIndirect = z.object({ plain: texts, indirect: texts });

const schemas = {
  hints: z.record(z.string(), hintFrames),
  openers: byRegister(texts),
  subjects: z.object({ single: texts, labels: texts }),
  values: z.object({
    verbatim: z.string(),
    hair: z.record(z.string(), texts),
    height: plainOrIndirect,
    age: plainOrIndirect,
    plate: z.object({ infix: texts, ends: texts }),
    phone: plainOrIndirect,
    payment: plainOrIndirect,
    visits: z.record(z.string(), texts),
    membership: z.record(z.string(), texts),
    kin: z.record(z.string(), texts),
    date: z.record(z.string(), texts),
    hedges: texts,
  }),
  references: z.object({ name: texts, alias: texts, address: texts, job: texts, missing: texts, position: texts }),
  reports: z.object({
    murder: texts,
    count: z.record(z.string(), texts),
    forensic: texts,
    camera: texts,
    other: texts,
    kinds: texts,
  }),
  noise: z.object({ noise: texts }),
  names: z.object({
    first: texts,
    last: texts,
    aliases: texts,
    cities: texts,
    streets: texts,
    buildings: texts,
    clubs: texts,
    statuses: texts,
    events: texts,
    companies: z.array(named).min(2),
    jobs: texts,
    rareJobs: texts,
    shops: texts,
    items: texts,
    cars: z.array(z.object({ make: z.string(), model: z.string(), description: z.string() })).min(2),
    colours: texts,
    kin: texts,
    destinations: texts,
  }),
  schema: z.record(z.string(), z.union([z.object({ names: texts, columns: z.record(z.string(), texts) }), texts])),
};

export type Frames = { readonly [File in keyof typeof schemas]: z.infer<(typeof schemas)[File]> };

/**
 * The frames of folders, earlier ones first: a key that a folder does not give comes from the next.
 * @throws Fault for a file that is no frames file, naming the place
 */
export function loadFrames(folders: readonly string[]): Frames {
  const load = <Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> => {
    const given = folders.map((folder) => readObject(path.join(folder, `${file}.json`)));
    const parsed = schema.safeParse(Object.assign({}, ...given.toReversed()));
    if (parsed.success) return parsed.data;
    throw new Fault(
      `bad frames in ${file}.json: ${z.prettifyError(parsed.error)}`,
      'See docs/benchmark.md for their form.',
    );
  };
  return {
    hints: load('hints', schemas.hints),
    openers: load('openers', schemas.openers),
    subjects: load('subjects', schemas.subjects),
    values: load('values', schemas.values),
    references: load('references', schemas.references),
    reports: load('reports', schemas.reports),
    noise: load('noise', schemas.noise),
    names: load('names', schemas.names),
    schema: load('schema', schemas.schema),
  };
}

function readObject(file: string): object {
  if (!existsSync(file)) return {};
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof value !== 'object' || value === null) throw new Fault(`${file} holds no JSON object`);
  return value;
}

/** A frame with its slots filled. @throws RangeError for a slot that nothing fills */
export function filled(frame: string, slots: Readonly<Record<string, string | undefined>>): string {
  return frame.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const value = slots[slot];
    if (value === undefined) throw new RangeError(`nothing fills the slot {${slot}} of: ${frame}`);
    return value;
  });
}

/** A sentence with a capital at its start. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
