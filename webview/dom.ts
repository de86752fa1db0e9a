import { inertText } from '../src/base/inert';

export type Child = Node | string | undefined | readonly Child[];
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element. Strings become text, never markup; `true` sets an attribute without a value, `false` and `undefined` none. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes?: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K];
export function element(tag: string, attributes?: Attributes, ...children: readonly Child[]): HTMLElement;
export function element(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element, made in the same way. */
export function svgElement(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Text of a board, kept apart from what stands beside it whatever direction it is written in. */
export function recordText(text: string): HTMLElement {
  return element('bdi', {}, text);
}

function filled<E extends Element>(node: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? '' : inertText(String(value)));
  }
  node.append(...children.flatMap(nodesOf));
  return node;
}

function nodesOf(child: Child): Node[] {
  if (child === undefined) return [];
  if (typeof child === 'string') return [document.createTextNode(inertText(child))];
  return child instanceof Node ? [child] : child.flatMap(nodesOf);
}
