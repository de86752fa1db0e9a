/** Marks a `switch` as exhaustive: a new member of the union is a compile error here. Throws for a value the types forbid. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
