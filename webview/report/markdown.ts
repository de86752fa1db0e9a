import MarkdownIt, { type Token } from 'markdown-it';
import type { Board } from '../../src/board/board';
import { element } from '../dom';
import { boundLink, textWithIds, unsupportedMark } from '../text/marked-text';

/*
 * A report's Markdown as elements. The parser only tells what stands where: elements come from a list of tags, text is only ever text,
 * links lead to records of the board and nowhere else, and pictures are left out, so that a report can neither run nor fetch anything.
 */

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** Tags that a token may become; headings move one level down, below the question. */
const TAGS: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  p: 'p',
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  h6: 'h6',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  em: 'em',
  strong: 'strong',
  s: 's',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
};

/** Where a link of a report may lead: a record, or a cell of a result. */
const REFERENCE = /^#([EHQV][1-9]\d*|Q[1-9]\d*\/\d+\/\d+)$/;

/**
 * @param text Markdown
 * @param unsupported for each line (from 1) what it says and no cited result holds
 */
export function renderMarkdown(
  text: string,
  board: Board,
  unsupported: ReadonlyMap<number, readonly string[]>,
): DocumentFragment {
  const root = document.createDocumentFragment();
  new Painter(board, unsupported).paint(markdown.parse(text, {}), root);
  return root;
}

class Painter {
  readonly #board: Board;
  readonly #unsupported: ReadonlyMap<number, readonly string[]>;
  /** What the lines of the innermost block say and no result holds. */
  #doubtful: readonly string[] = [];

  constructor(board: Board, unsupported: ReadonlyMap<number, readonly string[]>) {
    this.#board = board;
    this.#unsupported = unsupported;
  }

  paint(tokens: readonly Token[], root: ParentNode): void {
    let at: ParentNode = root;
    const open: ParentNode[] = [];
    /** Text of a link is one link already. */
    let isInLink = false;
    for (const token of tokens) {
      if (token.map) this.#doubtful = this.#doubtsIn(token.map);
      if (token.nesting === 1) {
        open.push(at);
        const opened = opening(token);
        isInLink ||= opened.matches('.reference');
        at.append(opened);
        at = opened;
      } else if (token.nesting === -1) {
        if (token.type === 'link_close') isInLink = false;
        at = open.pop() ?? root;
      } else {
        at.append(...this.#leaf(token, isInLink));
      }
    }
  }

  #leaf(token: Token, isInLink: boolean): readonly (Node | string)[] {
    switch (token.type) {
      case 'inline': {
        const inline = document.createDocumentFragment();
        this.paint(token.children ?? [], inline);
        return [inline];
      }
      case 'softbreak':
        return [' '];
      case 'hardbreak':
        return [element('br')];
      case 'hr':
        return [element('hr')];
      case 'code_inline':
        return [element('code', {}, token.content)];
      case 'fence':
      case 'code_block':
        return [element('pre', { tabindex: 0 }, element('code', {}, token.content))];
      case 'image':
        return [element('span', {}, token.content)];
      default:
        return isInLink ? [element('span', {}, token.content)] : this.#text(token.content);
    }
  }

  /** Text with its ids as links and its doubtful numbers marked, each where it stands first. */
  #text(text: string): Node[] {
    const nodes: Node[] = [];
    let rest = text;
    for (const token of this.#doubtful) {
      const place = placeOf(token, rest);
      if (place < 0) continue;
      nodes.push(...textWithIds(rest.slice(0, place), this.#board), unsupportedMark(token));
      rest = rest.slice(place + token.length);
      this.#doubtful = this.#doubtful.filter((each) => each !== token);
    }
    return [...nodes, ...textWithIds(rest, this.#board)];
  }

  #doubtsIn([start, end]: readonly [number, number]): readonly string[] {
    if (this.#unsupported.size === 0) return [];
    const lines = Array.from({ length: end - start }, (_, index) => start + index + 1);
    return lines.flatMap((line) => this.#unsupported.get(line) ?? []);
  }
}

function opening(token: Token): HTMLElement {
  if (token.type === 'link_open') {
    const [, reference] = REFERENCE.exec(String(token.attrGet('href') ?? '')) ?? [];
    return reference === undefined ? element('span') : boundLink(reference);
  }
  const tag = TAGS[token.tag] ?? 'span';
  return element(tag, tag === 'th' ? { scope: 'col' } : {});
}

/** Where a token stands by itself: `5` is no part of `15`. */
function placeOf(token: string, text: string): number {
  for (let place = text.indexOf(token); place >= 0; place = text.indexOf(token, place + 1)) {
    const around = [text.charAt(place - 1), text.charAt(place + token.length)];
    if (around.every((letter) => !/[\p{L}\p{N}]/u.test(letter))) return place;
  }
  return -1;
}
