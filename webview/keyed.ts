/** What a node was made from; nodes made from the same parts are kept. */
type Kept = { readonly parts: readonly unknown[]; readonly node: HTMLElement };

/**
 * The children of an element, one a key. A child is made anew only when what it is made from changed, so that focus, selection and what is
 * unfolded stay where they are while a board grows.
 */
export class KeyedChildren {
  readonly #host: HTMLElement;
  #kept = new Map<string, Kept>();

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  show(
    items: readonly { readonly key: string; readonly parts: readonly unknown[]; readonly make: () => HTMLElement }[],
  ): void {
    const kept = new Map<string, Kept>();
    for (const { key, parts, make } of items) {
      const before = this.#kept.get(key);
      kept.set(key, before && isSame(before.parts, parts) ? before : { parts, node: replacing(before?.node, make()) });
    }
    this.#kept = kept;
    const nodes = [...kept.values()].map(({ node }) => node);
    // Moving a node takes its focus and scroll position: only what is out of place is moved.
    for (const child of [...this.#host.children]) if (!nodes.includes(child as HTMLElement)) child.remove();
    for (const [index, node] of nodes.entries()) {
      const there = this.#host.children[index];
      if (there !== node) this.#host.insertBefore(node, there ?? null);
    }
  }
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((part, index) => part === right[index]);
}

/** What was unfolded stays so. */
function replacing(before: HTMLElement | undefined, node: HTMLElement): HTMLElement {
  const unfolded = before?.querySelectorAll('details') ?? [];
  for (const [index, details] of node.querySelectorAll('details').entries())
    details.open ||= unfolded[index]?.open ?? false;
  return node;
}
