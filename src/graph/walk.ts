import type { Layout, PlacedNode } from './layout';

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** Steps from box to box: along edges to the left and right, from neighbour to neighbour in a column. */
export class Paths {
  readonly #nodes: ReadonlyMap<string, PlacedNode>;
  readonly #places = new Map<string, number>();
  readonly #columns: PlacedNode[][] = [];
  readonly #neighbours = new Map<string, Set<string>>();

  constructor({ nodes, edges }: Layout) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) (this.#columns[node.column] ??= []).push(node);
    // Where no evidence stands between a hypothesis and its refinement, a column is empty.
    for (const column of this.#columns.filter((each) => each !== undefined)) {
      column.sort((a, b) => a.y - b.y);
      for (const [place, { id }] of column.entries()) this.#places.set(id, place);
    }
    for (const { from, to } of edges) {
      this.#join(from, to);
      this.#join(to, from);
    }
  }

  /**
   * Where a step leads; undefined where there is nothing on that side. Of several neighbours it is the one the walk came from, so
   * that a step back undoes a step, else the uppermost one that has an edge to the box; for evidence the hypothesis in its row.
   */
  step(from: string, direction: Direction, cameFrom?: string): string | undefined {
    const node = this.#nodes.get(from);
    if (node === undefined) return undefined;
    const column = this.#columns[node.column] ?? [];
    const place = this.#places.get(from) ?? 0;
    switch (direction) {
      case 'up':
        return column[place - 1]?.id;
      case 'down':
        return column[place + 1]?.id;
      case 'first':
        return column[0]?.id;
      case 'last':
        return column.at(-1)?.id;
      case 'left':
      case 'right':
        return this.#beside(node, direction === 'left' ? -1 : 1, cameFrom);
    }
  }

  #beside({ id, column }: PlacedNode, side: -1 | 1, cameFrom: string | undefined): string | undefined {
    const there = [...(this.#neighbours.get(id) ?? [])].flatMap((neighbour) => {
      const node = this.#nodes.get(neighbour);
      return node !== undefined && Math.sign(node.column - column) === side ? node : [];
    });
    if (there.some((node) => node.id === cameFrom)) return cameFrom;
    // The first edge of a box is the one that it stands where it stands for.
    if (side < 0) return there[0]?.id;
    return there.toSorted((a, b) => a.column - b.column || a.y - b.y)[0]?.id;
  }

  #join(from: string, to: string): void {
    const neighbours = this.#neighbours.get(from);
    if (neighbours === undefined) this.#neighbours.set(from, new Set([to]));
    else neighbours.add(to);
  }
}
