import { DEFAULT_LIMITS, QueryError, type Database } from '../../src/database/port';
import { nameOf, tokenize, wordOf, type Token } from '../../src/database/tokens';
import { normalCell } from './cells';
import type { CellRows } from './overlap';

/** A statement that was run again on the case's database. */
export type Replay = {
  readonly rows: CellRows;
  readonly digest: string;
  /** Why it does not count as replayable, where it does not. */
  readonly failed?: string;
  /** Tables that it reads and constants in it, normal and lower case. */
  readonly tables: ReadonlySet<string>;
  readonly literals: ReadonlySet<string>;
  /** Names in it: tables, columns, and words of the language. */
  readonly words: ReadonlySet<string>;
  /** Numbers of its result. */
  readonly numbers: readonly number[];
  /** Same for results that hold the same rows, whatever the statement. */
  readonly fingerprint: string;
};

const LIMITS = { ...DEFAULT_LIMITS, milliseconds: 10_000, rows: 10_000, bytes: 50_000_000 };

/** Runs statements again, each once. */
export class Replayer {
  readonly #replays = new Map<string, Promise<Replay>>();

  constructor(readonly database: Database) {}

  run(sql: string, signal: AbortSignal): Promise<Replay> {
    const known = this.#replays.get(sql);
    if (known) return known;
    const replay = this.#run(sql, signal);
    this.#replays.set(sql, replay);
    return replay;
  }

  async #run(sql: string, signal: AbortSignal): Promise<Replay> {
    const tokens = tokenize(sql);
    const read = { tables: tablesOf(tokens), literals: literalsOf(tokens), words: namesIn(tokens) };
    try {
      const result = await this.database.query(sql, LIMITS, signal);
      const rows = result.rows.map((row) => new Set(row.map(normalCell)));
      const failed = nondeterminism(tokens);
      const fingerprint = rows
        .map((row) => [...row].sort().join('\u0000'))
        .sort()
        .join('\u0001');
      return {
        rows,
        digest: result.digest,
        numbers: result.rows.flatMap((row) => row.flatMap((cell) => (typeof cell === 'number' ? [cell] : []))),
        ...read,
        // Empty results are alike only when the same was asked.
        fingerprint: rows.length > 0 ? fingerprint : `empty: ${sql}`,
        ...(failed !== undefined && { failed }),
      };
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return { rows: [], numbers: [], digest: '', failed: error.message, fingerprint: `failed: ${sql}`, ...read };
    }
  }
}

/** Why a statement may answer otherwise each time: chance, the clock, or a limit without an order. */
export function nondeterminism(tokens: readonly Token[]): string | undefined {
  for (const [index, token] of tokens.entries()) {
    const word = wordOf(token);
    if (['RANDOM', 'RANDOMBLOB'].includes(word) && tokens[index + 1]?.text === '(') return 'it draws at random';
    if (word.startsWith('CURRENT_') || (token.kind === 'text' && token.text.toLowerCase() === "'now'"))
      return 'it reads the clock';
    if (word !== 'LIMIT') continue;
    const ordered = tokens
      .slice(0, index)
      .some((each, at) => wordOf(each) === 'ORDER' && wordOf(tokens[at + 1]) === 'BY' && each.depth === token.depth);
    if (!ordered) return 'it limits without an order';
  }
  return undefined;
}

function tablesOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap((token, index) => {
      const named = ['word', 'quoted'].includes(token.kind);
      const after = wordOf(tokens[index - 1]);
      return named && ['FROM', 'JOIN'].includes(after) ? [nameOf(token).toLowerCase()] : [];
    }),
  );
}

function namesIn(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap((token) => (['word', 'quoted'].includes(token.kind) ? [normalCell(nameOf(token))] : [])),
  );
}

function literalsOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap(({ kind, text }) => {
      if (kind === 'number') return [normalCell(Number(text))];
      if (kind === 'text') return [normalCell(text.slice(text.indexOf("'") + 1, -1).replaceAll("''", "'"))];
      return [];
    }),
  );
}
