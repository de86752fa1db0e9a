import type { Note } from '../../src/protocol/results-messages';
import { svgElement } from '../dom';

const PATHS: Readonly<Record<Note['kind'] | 'error' | 'close', string>> = {
  same: 'M3.5 8.5 L6.5 11.5 L12.5 4.5',
  differs: 'M3 6 H13 M3 10 H13 M10.5 3 L5.5 13',
  warning: 'M8 2.5 L14 13.5 H2 Z M8 6.5 V10 M8 11.6 V12.2',
  cut: 'M8 1.8 A6.2 6.2 0 1 0 8 14.2 A6.2 6.2 0 1 0 8 1.8 M8 7.2 V11.4 M8 4.8 V5.4',
  error: 'M8 1.8 A6.2 6.2 0 1 0 8 14.2 A6.2 6.2 0 1 0 8 1.8 M5.7 5.7 L10.3 10.3 M10.3 5.7 L5.7 10.3',
  close: 'M4 4 L12 12 M12 4 L4 12',
};

/** The sign of a line over the grid; the words beside it say the same. */
export function noteSign(kind: Note['kind'] | 'error'): SVGElement {
  return sign(kind);
}

export function closeSign(): SVGElement {
  return sign('close');
}

function sign(name: keyof typeof PATHS): SVGElement {
  const path = svgElement('path', { d: PATHS[name] });
  return svgElement('svg', { class: `sign ${name}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, path);
}
