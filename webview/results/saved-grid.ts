import * as z from 'zod';

const place = z.object({ row: z.number(), column: z.number() });

/** What survives a hidden panel and a reload: where the person was in the rows of a run. */
const savedGridSchema = z.object({
  run: z.number(),
  grid: z.object({
    widths: z.array(z.number()).readonly(),
    top: z.number(),
    left: z.number(),
    selection: z.object({ anchor: place, active: place }),
  }),
});

export type SavedGrid = z.infer<typeof savedGridSchema>;

/** The state that an earlier page kept; undefined for anything else. */
export function readSavedGrid(kept: unknown): SavedGrid | undefined {
  return savedGridSchema.safeParse(kept).data;
}
