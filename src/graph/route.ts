import type { AuditEdge } from '../board/views/audit-graph';
import { LABEL_HEIGHT, labelOf, labelWidth } from './box';
import type { Joint, Ports } from './ports';
import { assignTracks, type Upright } from './tracks';

export type Point = { readonly x: number; readonly y: number };

export type PlacedEdge = AuditEdge & {
  /** From the side of one box to the side of the other, level or upright from point to point. */
  readonly points: readonly Point[];
  /** The part of the way that no edge before it draws, from left to right: edges of one relation at one box share a line. */
  readonly stroke: readonly Point[];
  /** Where the arrow stands: at an end of the stroke, or nowhere, because an edge before it has drawn it. */
  readonly arrow: 'start' | 'end' | undefined;
  /** On the way, which is level there; `x` and `y` are its centre. Once for all edges of a relation at one box. */
  readonly label: (Point & { readonly text: string; readonly width: number; readonly height: number }) | undefined;
};

/** What is known of a box before the columns have their places. */
export type Spot = {
  readonly column: number;
  readonly top: number;
  readonly width: number;
  /** A height below all that stands in its row: free in every column. */
  readonly foot: number;
  /** From this column on a line comes to its left side level, and meets no other box. */
  readonly clearFrom: number;
};

export type Routes = {
  /** The left side of each column. */
  readonly columns: readonly number[];
  readonly width: number;
  readonly edges: readonly PlacedEdge[];
};

/** Corners have this radius where there is room for it. */
export const CORNER = 9;
export const MARGIN = 24;
const ARROW_ROOM = 16;
const TRACK = 9;
const BEFORE_LABEL = 14;
/** Between a label and its box, with room for an arrow. */
const STUB = 16;
const LEAST_LANE = 64;

/** An edge on its way: level out of the left box, upright in the lane beside it, level into the right one or to where it rises. */
type Way = {
  readonly joint: Joint;
  readonly left: Spot;
  readonly right: Spot;
  readonly start: number;
  readonly end: number;
  /** The height at which it leaves the lane beside the left box. */
  readonly level: number;
  readonly bus: Upright;
  /** The upright before the right box, of a line that passes below a row. */
  readonly rise: Upright | undefined;
};

/**
 * Draws edges level and upright: out of the left box, along a track of the lane beside it, into the right box. Where other boxes
 * stand between, it passes below the row of the right box, where all columns are free.
 */
export function routeEdges(joints: readonly Joint[], ports: Ports, spots: ReadonlyMap<string, Spot>): Routes {
  const ways = joints.flatMap((joint) => wayOf(joint, ports, spots) ?? []);
  const tracks = assignTracks(merged(ways));
  const widths: number[] = [];
  for (const { column, width } of spots.values()) widths[column] = Math.max(widths[column] ?? 0, width);
  const labels: number[] = [];
  for (const { joint, right } of ways) {
    labels[right.column] = Math.max(labels[right.column] ?? 0, labelWidth(joint.edge.relation));
  }
  const labelRoom = (lane: number): number => (labels[lane] ? labels[lane] + STUB : 0) + BEFORE_LABEL;
  const columns: number[] = [];
  let x = MARGIN;
  for (const [column, width = 0] of widths.entries()) {
    const count = tracks.countIn(column);
    if (column > 0) x += Math.max(LEAST_LANE, labelRoom(column) + count * TRACK + ARROW_ROOM);
    else if (count > 0) x += labelRoom(column) + count * TRACK;
    columns.push(x);
    x += width;
  }
  const trackX = ({ key, lane }: Upright): number =>
    (columns[lane] ?? 0) - labelRoom(lane) - tracks.trackOf(key) * TRACK;

  const before = levelsBefore(ways);
  const labelled = new Set<string>();
  const edges = ways.map((way): PlacedEdge => {
    const { joint, left, right, start, end, level, bus, rise } = way;
    const { edge } = joint;
    const busX = trackX(bus);
    const rightX = columns[right.column] ?? 0;
    const leftX = (columns[left.column] ?? 0) + (joint.isBracket ? 0 : left.width);
    const out = [
      { x: leftX, y: start },
      { x: busX, y: start },
    ];
    const rest = [
      { x: busX, y: level },
      ...(rise === undefined ? [] : [level, end].map((y) => ({ x: trackX(rise), y }))),
      { x: rightX, y: end },
    ];
    const whole = straightened([...out, ...rest]);
    const shared = before.get(way);
    const stroke = shared === undefined ? whole : straightened([{ x: busX, y: shared }, ...rest]);
    const pointsToLeft = edge.to === joint.left;
    const place = `${joint.right} ${edge.relation}`;
    const text = labelled.has(place) ? undefined : labelOf(edge.relation);
    labelled.add(place);
    const width = labelWidth(edge.relation);
    return {
      ...edge,
      points: pointsToLeft ? whole.toReversed() : whole,
      stroke,
      arrow:
        edge.relation === 'asks' || (pointsToLeft && shared !== undefined) ? undefined : pointsToLeft ? 'start' : 'end',
      label:
        text === undefined ? undefined : { text, x: rightX - STUB - width / 2, y: end, width, height: LABEL_HEIGHT },
    };
  });
  return { columns, width: x + MARGIN, edges };
}

function wayOf(joint: Joint, ports: Ports, spots: ReadonlyMap<string, Spot>): Way | undefined {
  const { edge, isBracket } = joint;
  const [left, right] = [spots.get(joint.left), spots.get(joint.right)];
  if (left === undefined || right === undefined) return undefined;
  const { relation } = edge;
  const start = left.top + (isBracket ? ports.onLeft(joint.left, relation) : ports.onRight(joint.left, relation));
  const end = right.top + ports.onLeft(joint.right, relation);
  const isClear = isBracket || left.column >= right.clearFrom;
  const level = isClear ? end : right.foot;
  const key = `${joint.left} ${relation}`;
  return {
    joint,
    left,
    right,
    start,
    end,
    level,
    bus: isBracket
      ? { key: `${key} beside`, lane: left.column, from: start, to: end }
      : { key, lane: left.column + 1, from: start, to: level },
    rise: isClear ? undefined : { key: `${joint.right} ${relation} rises`, lane: right.column, from: level, to: end },
  };
}

/** The uprights, each as long as all edges that share it need. */
function merged(ways: readonly Way[]): Iterable<Upright> {
  const lines = new Map<string, Upright>();
  for (const { bus, rise } of ways) {
    for (const { key, lane, from, to } of rise === undefined ? [bus] : [bus, rise]) {
      const line = lines.get(key);
      lines.set(key, {
        key,
        lane,
        from: Math.min(from, to, line?.from ?? Infinity),
        to: Math.max(from, to, line?.to ?? -Infinity),
      });
    }
  }
  return lines.values();
}

/** For each edge that continues another's line, the height where that one leaves it. */
function levelsBefore(ways: readonly Way[]): ReadonlyMap<Way, number> {
  const buses = new Map<string, Way[]>();
  for (const way of ways) {
    const bus = buses.get(way.bus.key);
    if (bus === undefined) buses.set(way.bus.key, [way]);
    else bus.push(way);
  }
  const before = new Map<Way, number>();
  for (const bus of buses.values()) {
    for (const direction of [1, -1]) {
      const along = bus.filter(({ start, level }) => (level - start) * direction > 0);
      along.sort((a, b) => (a.level - b.level) * direction);
      for (const [index, way] of along.entries()) {
        const previous = along[index - 1];
        // A corner leaves the line before its height.
        if (previous)
          before.set(way, previous.level - direction * Math.min(CORNER, Math.abs(previous.level - way.start)));
      }
    }
  }
  return before;
}

/** Without points that change nothing. */
function straightened(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [a, b] = [kept.at(-2), kept.at(-1)];
    if (b && b.x === point.x && b.y === point.y) continue;
    const isOnTheWay = a && b && ((a.x === b.x && b.x === point.x) || (a.y === b.y && b.y === point.y));
    if (isOnTheWay) kept.pop();
    kept.push(point);
  }
  return kept;
}
