import type { Statistics } from '../../src/board/statistics';
import { svgElement } from '../dom';

const WIDTH = 160;
const HEIGHT = 16;
const MIDDLE = HEIGHT / 2;

/**
 * An estimate with its 95 % interval on a line through no effect, the equivalence margin shaded: what the words beside it say, at a glance.
 * @param reach the largest value of the scale, to both sides of 0, in the estimate's unit
 */
export function intervalPlot({ estimate, interval, margin }: Statistics, reach: number): SVGElement {
  const x = (value: number): number => {
    const clamped = Math.max(-1, Math.min(1, value / reach));
    return Math.round((WIDTH / 2 + clamped * (WIDTH / 2 - 4)) * 10) / 10;
  };
  const [lower, upper] = interval ?? [estimate, estimate];
  const band = margin ?? 0;
  return svgElement(
    'svg',
    { class: 'interval-plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' },
    svgElement('rect', { class: 'margin', x: x(-band), y: 0, width: x(band) - x(-band), height: HEIGHT }),
    svgElement('line', { class: 'track', x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }),
    svgElement('line', { class: 'axis', x1: x(0), x2: x(0), y1: 0, y2: HEIGHT }),
    svgElement('line', { class: 'interval', x1: x(lower), x2: x(upper), y1: MIDDLE, y2: MIDDLE }),
    svgElement('circle', { class: 'estimate', cx: x(estimate), cy: MIDDLE, r: 3.5 }),
  );
}

/** How far a scale has to reach to hold an estimate, its interval and its margin. */
export function reachOf({ estimate, interval, margin }: Statistics): number {
  return Math.max(...[estimate, ...(interval ?? []), margin ?? 0].map(Math.abs));
}
