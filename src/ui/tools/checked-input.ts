import { z } from 'zod';
import { Fault } from '../../base/fault';

/** What a chat called a tool with. @throws Fault that tells what is wrong with it */
export function checkedInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new Fault(`invalid input: ${z.prettifyError(error)}`);
}
