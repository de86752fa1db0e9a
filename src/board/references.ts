import type { Board } from './board';
import type { JsonPath } from './locate';

export type Mistake = { readonly path: JsonPath; readonly message: string };

const SECTIONS = ['hypotheses', 'queries', 'evidence', 'links', 'verdicts'] as const;

/** The first record whose id another one has already, or that points to a record which is not there. */
export function findMistake(board: Board): Mistake | undefined {
  const ids = new Set<string>();
  for (const section of SECTIONS) {
    for (const [index, { id }] of board[section].entries()) {
      if (ids.has(id)) return { path: [section, index, 'id'], message: `duplicate id ${id}` };
      ids.add(id);
    }
  }
  for (const { path, from, to } of references(board)) {
    if (!ids.has(to)) return { path, message: `${from} points to ${to}, which does not exist` };
  }
  return undefined;
}

type Reference = { readonly path: JsonPath; readonly from: string; readonly to: string };

/** What every record points to. */
export function* references(board: Board): Generator<Reference> {
  for (const [index, { id, refines }] of board.hypotheses.entries()) {
    if (refines !== undefined) yield { path: ['hypotheses', index, 'refines'], from: `hypothesis ${id}`, to: refines };
  }
  for (const [index, { id, query, redundantWith }] of board.evidence.entries()) {
    yield { path: ['evidence', index, 'query'], from: `evidence ${id}`, to: query };
    if (redundantWith !== undefined) {
      yield { path: ['evidence', index, 'redundantWith'], from: `evidence ${id}`, to: redundantWith };
    }
  }
  for (const [index, { id, from, to }] of board.links.entries()) {
    yield { path: ['links', index, 'from'], from: `link ${id}`, to: from };
    yield { path: ['links', index, 'to'], from: `link ${id}`, to };
  }
  for (const [index, { id, hypothesis, cites }] of board.verdicts.entries()) {
    yield { path: ['verdicts', index, 'hypothesis'], from: `verdict ${id}`, to: hypothesis };
    for (const [place, cited] of cites.entries()) {
      yield { path: ['verdicts', index, 'cites', place], from: `verdict ${id}`, to: cited };
    }
  }
}
