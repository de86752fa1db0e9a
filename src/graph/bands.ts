import type { Layout, PlacedNode } from './layout';
import type { PlacedEdge, Point } from './route';

/** What begins in one stretch of the height of a layout. */
export type Band = { readonly nodes: readonly PlacedNode[]; readonly edges: readonly PlacedEdge[] };

/** A layout cut into bands of equal height, so that what a window shows is found without looking at the rest. */
export class Bands {
  readonly height: number;
  readonly #bands = new Map<number, { nodes: PlacedNode[]; edges: PlacedEdge[] }>();
  /** Edges that pass through more than two bands. */
  readonly #long: { edge: PlacedEdge; top: number; foot: number }[] = [];
  #tallest = 0;

  constructor({ nodes, edges }: Layout, height: number) {
    this.height = height;
    for (const node of nodes) {
      this.#at(node.y).nodes.push(node);
      this.#tallest = Math.max(this.#tallest, node.height);
    }
    for (const edge of edges) {
      const { top, foot } = reachOf(edge.stroke);
      if (foot - top > height) this.#long.push({ edge, top, foot });
      else this.#at(top).edges.push(edge);
    }
  }

  /** The numbers of the bands with anything that reaches into a stretch of the height. */
  between(top: number, foot: number): readonly number[] {
    const before = Math.max(this.height, this.#tallest);
    const [first, last] = [Math.floor((top - before) / this.height), Math.floor(foot / this.height)];
    // Far out the window holds more bands than there are.
    if (last - first > this.#bands.size) return [...this.#bands.keys()].filter((band) => band >= first && band <= last);
    const found: number[] = [];
    for (let band = first; band <= last; band += 1) if (this.#bands.has(band)) found.push(band);
    return found;
  }

  band(number: number): Band {
    return this.#bands.get(number) ?? { nodes: [], edges: [] };
  }

  /** The edges that belong to no band and reach into a stretch of the height. */
  longBetween(top: number, foot: number): readonly PlacedEdge[] {
    return this.#long.flatMap((each) => (each.foot >= top && each.top <= foot ? each.edge : []));
  }

  /** The box at a point. */
  nodeAt({ x, y }: Point): PlacedNode | undefined {
    for (const band of this.between(y, y)) {
      const hit = this.band(band).nodes.find(
        (node) => x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + node.height,
      );
      if (hit !== undefined) return hit;
    }
    return undefined;
  }

  #at(y: number): { nodes: PlacedNode[]; edges: PlacedEdge[] } {
    const number = Math.floor(y / this.height);
    let band = this.#bands.get(number);
    if (band === undefined) this.#bands.set(number, (band = { nodes: [], edges: [] }));
    return band;
  }
}

function reachOf(points: readonly Point[]): { top: number; foot: number } {
  let [top, foot] = [Infinity, -Infinity];
  for (const { y } of points) {
    top = Math.min(top, y);
    foot = Math.max(foot, y);
  }
  return { top, foot };
}
