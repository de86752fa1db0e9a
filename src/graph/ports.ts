export type Point = { readonly x: number; readonly y: number };

/** `x` and `y` are the upper left corner. */
export type Rectangle = Point & { readonly width: number; readonly height: number };

/** One end of an edge: the box it meets, and the height that the edge comes from. */
export type End = { readonly box: Rectangle; readonly from: number };

/**
 * Where each end meets the left or the right side of its box. Ends on one side are spread over it in the order of the heights they
 * come from, so that arrows stand beside each other and edges do not cross at the box.
 */
export function ports(ends: readonly End[], side: 'left' | 'right'): ReadonlyMap<End, Point> {
  const meeting = new Map<Rectangle, End[]>();
  for (const end of ends) {
    const others = meeting.get(end.box);
    if (others === undefined) meeting.set(end.box, [end]);
    else others.push(end);
  }
  const points = new Map<End, Point>();
  for (const [box, met] of meeting) {
    const x = side === 'left' ? box.x : box.x + box.width;
    const gap = box.height / (met.length + 1);
    for (const [place, end] of met.toSorted((a, b) => a.from - b.from).entries()) {
      points.set(end, { x, y: box.y + gap * (place + 1) });
    }
  }
  return points;
}
