import { pointer, select, zoom, zoomIdentity, zoomTransform, type ZoomBehavior, type ZoomTransform } from 'd3';
import { Bands } from '../../src/graph/bands';
import type { Layout, PlacedNode } from '../../src/graph/layout';
import type { PlacedEdge, Point } from '../../src/graph/route';
import { curve } from '../../src/graph/shapes';
import { svgElement } from '../dom';
import { arrowHeads, paintBand, paintEdges, type Detail, type Layers, type Manner } from './paint';

/** Zooms at which less is drawn. */
const FULL_FROM = 0.5;
const SHORT_FROM = 0.22;
const LEAST_ZOOM = 0.015;
const MOST_ZOOM = 2.5;
/** Heights of the bands that are painted as one, in pixels of the layout. */
const BAND_HEIGHTS: Readonly<Record<Detail, number>> = { full: 600, short: 1500, plain: 8000 };
/** At first a graph is shown whole when its text can be read so, else from its top. */
const LEAST_LEGIBLE = 0.7;
/** At this zoom a box that was asked for can be read. */
const LEGIBLE = 0.75;
/** So many pixels of the graph stay in the window. */
const KEPT_IN_VIEW = 80;
const MARGIN = 16;
/** Pixels that a wheel scrolls for a line. */
const LINE = 16;
const EASE_MS = 320;
/** So many long lines keep their dashes while they move. */
const MOST_DASHED = 24;
/** A movement has come to rest when nothing changed for so long. */
const REST_MS = 120;

export type Rectangle = Point & { readonly width: number; readonly height: number };

/**
 * The picture in its window: an SVG of which only the bands that are in view are painted, with as much detail as the zoom lets one
 * see. Moving changes one transform; nothing is measured meanwhile.
 */
export class Canvas {
  readonly svg: SVGElement;
  readonly #picture = svgElement('g', { class: 'picture' });
  readonly #layers: Layers = {
    edges: svgElement('g', { class: 'edges' }),
    nodes: svgElement('g', { class: 'nodes' }),
    labels: svgElement('g', { class: 'labels' }),
  };
  readonly #longEdges = svgElement('g');
  readonly #traces = svgElement('g', { class: 'traces' });
  readonly #zoom: ZoomBehavior<SVGElement, unknown>;
  readonly #observer: ResizeObserver;
  readonly #manner: Manner;
  readonly #onMove: () => void;
  readonly #painted = new Map<number, Layers>();
  readonly #bands = new Map<Detail, Bands>();
  #layout: Layout = { question: '', width: 0, height: 0, nodes: [], edges: [] };
  #nodes: ReadonlyMap<string, PlacedNode> = new Map();
  #window = { width: 0, height: 0 };
  #detail: Detail = 'full';
  #preparedFor = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Nobody has moved the picture yet: it follows what is added. */
  #isFitted = true;

  constructor(host: HTMLElement, manner: Manner, onMove: () => void) {
    this.#manner = manner;
    this.#onMove = onMove;
    this.#layers.edges.append(this.#longEdges);
    this.#picture.append(this.#layers.edges, this.#traces, this.#layers.nodes, this.#layers.labels);
    this.svg = svgElement(
      'svg',
      { class: 'canvas', role: 'tree' },
      svgElement('defs', {}, ...arrowHeads()),
      this.#picture,
    );
    host.append(this.svg);
    this.#window = { width: host.clientWidth, height: host.clientHeight };
    this.#zoom = zoom<SVGElement, unknown>()
      .scaleExtent([LEAST_ZOOM, MOST_ZOOM])
      .extent(() => [
        [0, 0],
        [this.#window.width, this.#window.height],
      ])
      // The wheel alone moves, as it scrolls elsewhere; with Ctrl, or as a pinch, it zooms.
      .filter((event: MouseEvent) => (event.type === 'wheel' ? event.ctrlKey || event.metaKey : event.button === 0))
      .constrain((transform) => this.#kept(transform))
      .on('zoom', ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
        if (sourceEvent instanceof Event) this.#isFitted = false;
        this.#prepare(transform.k);
        this.#picture.setAttribute('transform', transform.toString());
        this.#update();
        this.#onMove();
      });
    select(this.svg).call(this.#zoom).on('dblclick.zoom', null);
    this.svg.addEventListener('wheel', (event) => this.#scroll(event), { passive: false });
    this.#observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      if (width === this.#window.width && height === this.#window.height) return;
      this.#window = { width, height };
      if (this.#isFitted) this.fit('legible', false);
      else this.#update();
    });
    this.#observer.observe(host);
  }

  /** Paints a layout in place of the one before; `isEased`: what stood elsewhere before moves to its place. */
  show(layout: Layout, isEased: boolean): void {
    const before = this.#nodes;
    const anchor = this.#isFitted ? undefined : this.#anchor();
    this.#layout = layout;
    this.#nodes = new Map(layout.nodes.map((node) => [node.id, node]));
    this.#bands.clear();
    this.#clear();
    const now = anchor && this.#nodes.get(anchor.id);
    const shift = anchor && now ? { x: now.x - anchor.x, y: now.y - anchor.y } : { x: 0, y: 0 };
    if (this.#isFitted) this.fit('legible', isEased);
    else if (shift.x !== 0 || shift.y !== 0) this.#zoom.translateBy(select(this.svg), -shift.x, -shift.y);
    this.#update();
    if (isEased && this.#detail !== 'plain') this.#ease(before, shift);
  }

  /** Paints again what is in view, after the manner changed. */
  repaint(): void {
    this.#clear();
    this.#update();
  }

  /** The whole graph, or as much of it from the top as can be read. */
  fit(what: 'whole' | 'legible', isEased = true): void {
    const { width, height } = this.#layout;
    if (width === 0 || this.#window.width === 0) return;
    const room = { width: this.#window.width - 2 * MARGIN, height: this.#window.height - 2 * MARGIN };
    const whole = Math.min(room.width / width, room.height / height, 1);
    const k =
      what === 'whole' || whole >= LEAST_LEGIBLE
        ? Math.max(whole, LEAST_ZOOM)
        : Math.min(1, Math.max(LEAST_LEGIBLE, room.width / width));
    const x = Math.max(MARGIN, (this.#window.width - k * width) / 2);
    const y = Math.max(MARGIN, Math.min((this.#window.height - k * height) / 2, MARGIN * 3));
    this.#isFitted = what === 'legible' || whole >= LEAST_LEGIBLE;
    this.#go(zoomIdentity.translate(x, y).scale(k), isEased);
  }

  zoomBy(factor: number): void {
    this.#isFitted = false;
    const target = isStill()
      ? select(this.svg)
      : select(this.svg)
          .transition()
          .duration(EASE_MS / 2);
    this.#zoom.scaleBy(target, factor);
  }

  /** Brings boxes into view, near enough to be read, with as little movement as that needs. */
  reveal(ids: readonly string[], onArrival?: () => void): void {
    const [first] = ids;
    const box = around(ids.flatMap((id) => this.#nodes.get(id) ?? []));
    const node = first === undefined ? undefined : this.#nodes.get(first);
    if (box === undefined || node === undefined) return;
    const now = zoomTransform(this.svg);
    const { width, height } = this.#window;
    const whole = Math.min((width - 4 * MARGIN) / box.width, (height - 4 * MARGIN) / box.height);
    const k = Math.min(Math.max(now.k, LEGIBLE), Math.max(LEGIBLE, whole));
    const fits = box.width * k <= width && box.height * k <= height;
    // What does not fit is shown from the box that was asked for.
    const [left, top] = fits ? [box.x, box.y] : [node.x, node.y];
    const moved = (position: number, start: number, size: number, room: number): number => {
      if (!fits) return 3 * MARGIN - start * k;
      return k === now.k ? within(position, start * k, size * k, room) : (room - size * k) / 2 - start * k;
    };
    const x = moved(now.x, left, box.width, width);
    const y = moved(now.y, top, box.height, height);
    if (x === now.x && y === now.y && k === now.k) {
      onArrival?.();
      return;
    }
    this.#isFitted = false;
    this.#go(zoomIdentity.translate(x, y).scale(k), true, onArrival);
  }

  node(id: string): PlacedNode | undefined {
    return this.#nodes.get(id);
  }

  /** The painted box; undefined when it is out of view or too far away to be more than a spot. */
  element(id: string): SVGElement | undefined {
    for (const { nodes } of this.#painted.values()) {
      const found = nodes.querySelector<SVGElement>(`[data-node="${CSS.escape(id)}"]`);
      if (found !== null) return found;
    }
    return undefined;
  }

  /** @param event anywhere over the picture */
  nodeAt(event: MouseEvent): PlacedNode | undefined {
    const [x, y] = zoomTransform(this.svg).invert(pointer(event, this.svg));
    return this.#bandsAt('full').nodeAt({ x, y });
  }

  /** Where a box is in the window. */
  placeOf(id: string): Rectangle | undefined {
    const node = this.#nodes.get(id);
    if (node === undefined) return undefined;
    const { k, x, y } = zoomTransform(this.svg);
    return { x: node.x * k + x, y: node.y * k + y, width: node.width * k, height: node.height * k };
  }

  get window(): { readonly width: number; readonly height: number } {
    return this.#window;
  }

  /** Draws the whole way of some edges over the others. */
  trace(edges: readonly PlacedEdge[]): void {
    this.#traces.replaceChildren(
      ...edges.map(({ relation, points }) => svgElement('path', { class: `edge ${relation} trace`, d: curve(points) })),
    );
  }

  dispose(): void {
    this.#observer.disconnect();
    clearTimeout(this.#rest);
    select(this.svg).interrupt();
    this.svg.remove();
  }

  /**
   * While the zoom stays the browser moves the picture as it has painted it; that copy would be blurred at another zoom, at which it is
   * painted anew until the zoom rests. Many long dashed lines are too slow to move: meanwhile they are solid.
   */
  #prepare(k: number): void {
    const { classList } = this.#picture;
    classList.add('moving');
    if (k !== this.#preparedFor) classList.remove('still');
    this.#preparedFor = k;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      classList.remove('moving');
      classList.add('still');
    }, REST_MS);
  }

  #go(transform: ZoomTransform, isEased: boolean, onArrival?: () => void): void {
    const canvas = select(this.svg);
    if (!isEased || isStill() || this.#window.width === 0) {
      canvas.interrupt();
      this.#zoom.transform(canvas, transform);
      onArrival?.();
      return;
    }
    const moving = canvas.transition().duration(EASE_MS);
    this.#zoom.transform(moving, transform);
    if (onArrival !== undefined) moving.on('end', onArrival);
  }

  #scroll(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#isFitted = false;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    const [across, down] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
    const { k } = zoomTransform(this.svg);
    this.#zoom.translateBy(select(this.svg).interrupt(), (-across * unit) / k, (-down * unit) / k);
  }

  /** Some of the graph always stays in the window. */
  #kept({ k, x, y }: ZoomTransform): ZoomTransform {
    const { width, height } = this.#layout;
    const kept = (value: number, size: number, room: number): number =>
      Math.min(Math.max(value, KEPT_IN_VIEW - size * k), room - KEPT_IN_VIEW);
    return zoomIdentity.translate(kept(x, width, this.#window.width), kept(y, height, this.#window.height)).scale(k);
  }

  /** Paints the bands that come into view and drops those that left it. */
  #update(): void {
    if (this.#window.width === 0) return;
    const { k, y } = zoomTransform(this.svg);
    const detail = k >= FULL_FROM ? 'full' : k >= SHORT_FROM ? 'short' : 'plain';
    if (detail !== this.#detail) {
      this.#detail = detail;
      this.#picture.setAttribute('data-detail', detail);
      this.#clear();
    }
    const [top, foot] = [-y / k, (this.#window.height - y) / k];
    const bands = this.#bandsAt(detail);
    const missing = bands.between(top, foot).filter((band) => !this.#painted.has(band));
    if (detail === 'plain') this.#picture.style.setProperty('--hair', (1 / k).toFixed(1));
    if (missing.length === 0) return;
    const reserve = (foot - top) / 2;
    const kept = new Set(bands.between(top - reserve, foot + reserve));
    for (const band of [...this.#painted.keys()]) if (!kept.has(band)) this.#drop(band);
    for (const band of kept) if (!this.#painted.has(band)) this.#paint(band, bands);
    const long = bands.longBetween(top - reserve, foot + reserve);
    this.#longEdges.replaceChildren(...paintEdges(long, detail, this.#manner));
    this.#longEdges.classList.toggle('many', long.length > MOST_DASHED);
  }

  #paint(number: number, bands: Bands): void {
    const layers = paintBand(bands.band(number), this.#detail, this.#manner);
    this.#painted.set(number, layers);
    for (const layer of LAYERS) this.#layers[layer].append(layers[layer]);
  }

  #drop(number: number): void {
    const layers = this.#painted.get(number);
    if (layers === undefined) return;
    // The keyboard stays in the picture when the box that had it leaves the view.
    if (layers.nodes.contains(layers.nodes.ownerDocument.activeElement)) this.svg.focus({ preventScroll: true });
    for (const layer of LAYERS) layers[layer].remove();
    this.#painted.delete(number);
  }

  #clear(): void {
    for (const band of [...this.#painted.keys()]) this.#drop(band);
  }

  #bandsAt(detail: Detail): Bands {
    let bands = this.#bands.get(detail);
    if (bands === undefined) this.#bands.set(detail, (bands = new Bands(this.#layout, BAND_HEIGHTS[detail])));
    return bands;
  }

  /** The uppermost box in view: what a reader's eyes hold on to. */
  #anchor(): PlacedNode | undefined {
    const { k, y } = zoomTransform(this.svg);
    const [top, foot] = [-y / k, (this.#window.height - y) / k];
    const bands = this.#bandsAt('full');
    return bands
      .between(top, foot)
      .flatMap((band) => bands.band(band).nodes)
      .filter((node) => node.y >= top && node.y <= foot && node.kind !== 'question')
      .reduce<PlacedNode | undefined>((best, node) => (best === undefined || node.y < best.y ? node : best), undefined);
  }

  /** Boxes move from where they stood; new ones and lines appear. */
  #ease(before: ReadonlyMap<string, PlacedNode>, shift: Point): void {
    if (isStill()) return;
    for (const { nodes, edges, labels } of this.#painted.values()) {
      for (const layer of [edges, labels]) layer.classList.add('arriving');
      for (const element of nodes.querySelectorAll<SVGElement>('[data-node]')) {
        const id = element.dataset['node'] ?? '';
        const [old, now] = [before.get(id), this.#nodes.get(id)];
        if (old === undefined || now === undefined) element.classList.add('arriving', 'new');
        else if (old.x + shift.x !== now.x || old.y + shift.y !== now.y) {
          select(element)
            .attr('transform', `translate(${old.x + shift.x} ${old.y + shift.y})`)
            .transition()
            .duration(EASE_MS)
            .attr('transform', `translate(${now.x} ${now.y})`);
        }
      }
    }
  }
}

const LAYERS = ['edges', 'nodes', 'labels'] as const;

/** Whether the person asked for no more movement than is needed. */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The smallest change of a position that brings a stretch into a window; `start` and `size` are of the stretch at position 0. */
function within(position: number, start: number, size: number, room: number): number {
  const least = 2 * MARGIN - start;
  const most = room - 2 * MARGIN - start - size;
  return most < least ? least : Math.min(Math.max(position, least), most);
}

function around(boxes: readonly Rectangle[]): Rectangle | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const foot = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: foot - y };
}
