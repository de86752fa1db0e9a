import { svgElement } from '../dom';

/** Drawn in 16 by 16 pixels, as lines. */
const ICONS = {
  search: 'M7,2.5a4.5,4.5 0 1,0 .01,0ZM10.3,10.3L14,14',
  nearer: 'M8,3V13M3,8H13',
  farther: 'M3,8H13',
  fit: 'M2.5,6V2.5H6M10,2.5H13.5V6M13.5,10V13.5H10M6,13.5H2.5V10',
  close: 'M4,4L12,12M12,4L4,12',
} as const;

export type Icon = keyof typeof ICONS;

export function icon(name: Icon, slot?: string): SVGElement {
  return svgElement(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', slot },
    svgElement('path', { d: ICONS[name] }),
  );
}
