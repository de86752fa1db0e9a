import * as z from 'zod';
import { tabs } from '../src/protocol/board-messages';

/** What survives a hidden tab and a reload: where the person was. */
const savedStateSchema = z.object({
  tab: z.enum(tabs),
  selected: z.string().optional(),
  /** How far each tab is scrolled, in pixels from the top. */
  scrolled: z.partialRecord(z.enum(tabs), z.number()),
});

export type SavedState = z.infer<typeof savedStateSchema>;

/** The state that an earlier page kept; the beginning for anything else. */
export function readSavedState(kept: unknown): SavedState {
  return savedStateSchema.safeParse(kept).data ?? { tab: 'report', scrolled: {} };
}
