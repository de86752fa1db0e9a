import type { Layout, PlacedNode } from './layout';
import type { PlacedEdge, Point } from './route';

/** What begins in one stretch of the height of a layout. */
export type Band = {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Edges whose label stands here. */
  readonly labelled: readonly PlacedEdge[];
};

type Filling = { readonly nodes: PlacedNode[]; readonly edges: PlacedEdge[]; readonly labelled: PlacedEdge[] };

const NOTHING: Band = { nodes: [], edges: [], labelled: [] };

/** A layout cut into bands of equal height, so that what a window shows is found without looking at the rest. */
export class Bands {
  readonly height: number;
  readonly #bands = new Map<number, Filling>();
  /** Edges that pass through more than two bands. */
  readonly #long: { edge: PlacedEdge; top: number; foot: number }[] = [];
  #tallest = 0;
  #last = 0;

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
      if (edge.label !== undefined) this.#at(edge.label.y).labelled.push(edge);
    }
  }

  /** The numbers of the bands whose content may reach into a stretch of the height. */
  between(top: number, foot: number): readonly number[] {
    const before = Math.max(this.height, this.#tallest);
    const first = Math.max(0, Math.floor((top - before) / this.height));
    const last = Math.min(this.#last, Math.floor(foot / this.height));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  }

  band(number: number): Band {
    return this.#bands.get(number) ?? NOTHING;
  }

  /** The edges that belong to no band and reach into a stretch of the height: each only as far as a band beyond it. */
  longBetween(top: number, foot: number): readonly PlacedEdge[] {
    const [least, most] = [top - this.height, foot + this.height];
    return this.#long
      .filter((each) => each.foot >= least && each.top <= most)
      .map(({ edge }) => ({
        ...edge,
        stroke: edge.stroke.map(({ x, y }) => ({ x, y: Math.min(Math.max(y, least), most) })),
      }));
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

  #at(y: number): Filling {
    const number = Math.floor(y / this.height);
    this.#last = Math.max(this.#last, number);
    let band = this.#bands.get(number);
    if (band === undefined) this.#bands.set(number, (band = { nodes: [], edges: [], labelled: [] }));
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
