import * as z from 'zod';
import { defineTool, finished, type Tool } from './tool';

/** Ends a turn whose work is on the board already. */
export function finish(description: string): Tool<void> {
  return defineTool({ name: 'finish', description, input: z.strictObject({}), run: async () => finished(undefined) });
}
