import { inertLine } from '../../base/inert';
import type { Board, Query } from '../../board/board';
import { queryComments, sqlComment } from '../../board/views/sql-pack';
import { tokenize } from '../../database/tokens';

/** What the comments at the head of an SQL text say of it; paths as they stand there. */
export type Head = {
  readonly database?: string;
  readonly board?: string;
  /** Of the board: `Q4`. */
  readonly query?: string;
};

/**
 * The document of a recorded query: what it is evidence of and where it belongs as comments, then the statement.
 * @param sql the statement as it is to be read
 * @param places how the head names the database and the board
 */
export function documentText(
  board: Board,
  query: Query,
  sql: string,
  places: { readonly database: string; readonly board: string },
): string {
  return [
    ...queryComments(board, query),
    sqlComment(`database: ${places.database}`),
    sqlComment(`board: ${places.board}`),
    '',
    // On a line of its own: the statement may end with a comment.
    /--[^\n]*$/.test(sql) ? `${sql}\n;` : `${sql};`,
    '',
  ].join('\n');
}

/** What the comments before the first statement say: `-- database: sales.db` binds any SQL file. */
export function headOf(text: string): Head {
  const [first] = tokenize(text);
  const head = text.slice(0, first?.start ?? text.length);
  const valueOf = (key: string): string | undefined =>
    new RegExp(`^\\s*--[ \\t]*${key}:[ \\t]*(.*\\S)`, 'im').exec(head)?.[1];
  const [database, board] = [valueOf('database'), valueOf('board')];
  const query = /^-- (Q[1-9]\d*): /m.exec(head)?.[1];
  return {
    ...(database !== undefined && { database }),
    ...(board !== undefined && { board }),
    ...(board !== undefined && query !== undefined && { query }),
  };
}

/** The name of a query's document, legal for a file everywhere: `Q4 outcomes by treatment.sql`. */
export function documentName({ id, purpose }: Query): string {
  const words = inertLine(purpose)
    .replaceAll(/[^\p{L}\p{N} _.()-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS - 1).trimEnd()}…` : words;
  return `${[id, short].filter((part) => part !== '').join(' ')}.sql`;
}

const MOST_LETTERS = 48;
