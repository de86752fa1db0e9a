import * as z from 'zod';

/**
 * An object that keeps the keys it does not know, after the known ones: what a later version added survives a round trip.
 * Its type shows the known keys alone, so that a misspelt one is a compile error.
 */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}
