import type { Board, Query } from '../board';
import { standing } from './standing';

/** Why a statement must not be run by whoever gets it; undefined when it only reads. */
export type Refusal = (sql: string) => string | undefined;

/** The queries of a board as one SQL script, each under comments that say what evidence it gave on which hypothesis. */
export function sqlPack(board: Board, refusal: Refusal): string {
  const { question, database } = board.investigation;
  const blocks = board.queries.map((query) => block(board, query, refusal(query.sql)));
  return `${[sqlComment(`Question: ${question}`), sqlComment(`Database: ${database.path}`)].join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

/** Comment lines that say what a query was run for, what evidence it gave, and on which hypothesis. */
export function queryComments(board: Board, query: Query): readonly string[] {
  const evidence = board.evidence.filter((piece) => piece.query === query.id);
  return [
    sqlComment(`${query.id}: ${query.purpose} (${query.by})`),
    ...evidence.flatMap(({ id, fact }) => [
      sqlComment(`${id}: ${fact}`),
      ...board.links
        .filter(({ from }) => from === id)
        .map(({ relation, to, note }) => sqlComment(`  ${relation} ${to}${note === '' ? '' : `: ${note}`}`)),
    ]),
    ...hypothesesOf(board, evidence).map(sqlComment),
  ];
}

/** One line, whatever the text holds: a comment that nothing gets out of. */
export function sqlComment(text: string): string {
  return `-- ${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`.trimEnd();
}

function block(board: Board, query: Query, refused: string | undefined): string {
  const lines = queryComments(board, query);
  if (refused !== undefined) {
    const statement = query.sql.split('\n').map(sqlComment);
    return [...lines, sqlComment(`Not to be run: ${refused}`), ...statement].join('\n');
  }
  // On a line of its own: the statement may end with a comment.
  return [...lines, query.sql, ';'].join('\n');
}

function hypothesesOf(board: Board, evidence: readonly { readonly id: string }[]): string[] {
  const ids = new Set(evidence.map(({ id }) => id));
  const about = new Set(board.links.filter(({ from }) => ids.has(from)).map(({ to }) => to));
  return board.hypotheses
    .filter(({ id }) => about.has(id))
    .map((hypothesis) => `${hypothesis.id} (${standing(board, hypothesis)}): ${hypothesis.statement}`);
}
