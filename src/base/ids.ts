/** Orders `E2` before `E10`: letters first, then the number. */
export function compareIds(left: string, right: string): number {
  const [a, b] = [split(left), split(right)];
  return a.letters === b.letters ? a.number - b.number : a.letters < b.letters ? -1 : 1;
}

/** The id after the highest one in use: `nextId('E', [E1, E3])` is `E4`. */
export function nextId(letters: string, records: readonly { readonly id: string }[]): string {
  let highest = 0;
  for (const { id } of records) highest = Math.max(highest, split(id).number);
  return `${letters}${highest + 1}`;
}

function split(id: string): { letters: string; number: number } {
  const digits = /\d+$/.exec(id)?.[0] ?? '';
  return { letters: id.slice(0, id.length - digits.length), number: Number(digits || 0) };
}
