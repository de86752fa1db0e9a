import { Fault } from '../../base/fault';
import type { Board, Evidence, Link, Query, Verdict } from '../../board/board';
import type { Statistics } from '../../board/statistics';
import type { Value } from '../../board/value';
import { QueryError } from '../../database/port';
import type { BoardReader, DataReader, JudgeContext } from '../roles';
import type { OperatorFinding } from '../tools/operator';
import type { Operators } from '../tools/operator-tool';
import { errorWithoutValues } from './error-without-values';
import type { Shown } from './shown';

const WITHHELD = '(withheld: it may quote the data)';

const NOTE = `What is withheld
- The user shares the schema alone: you are shown no value of any cell. Of a result you see its columns, their types and how many rows it has. Facts, notes and labels that operators and rules wrote are withheld; their statistics are shown.
- So test with the operators (compare_groups, explain_change): they compute with the data and tell estimates, intervals and counts of units. Make claims of whole columns where you can, and name a value only where the question or the schema does.
- A query of your own tells by its number of rows. Do not guess values, and write no number into a fact, a rationale or the report that you were not shown.`;

/**
 * Shows models no cell of the database. All that can quote one (rows, what operators and rules wrote, evidence of a person, an engine's
 * message) is withheld; what models and the person wrote themselves, the schema, shapes of results and numbers of operators are shown.
 * It holds only on boards whose models never saw more, which `llmTeam` makes sure of.
 */
export class SchemaOnly implements Shown {
  readonly note = NOTE;
  /** The statements that models wrote; those of operators can hold values that they found. */
  readonly #asked = new Set<string>();
  readonly #boards = new WeakMap<Board, Board>();

  board<C extends BoardReader>(context: C): C {
    return derived(context, { board: { get: () => this.#board(context.board) } });
  }

  data<C extends BoardReader & DataReader>(context: C): C {
    const run: DataReader['run'] = async (sql, purpose, signal) => {
      try {
        const query = await context.run(sql, purpose, signal);
        this.#asked.add(query.sql);
        return this.#query(query);
      } catch (error) {
        throw error instanceof QueryError ? errorWithoutValues(error, sql) : error;
      }
    };
    return derived(this.board(context), { run: { value: run } });
  }

  judge(context: JudgeContext): JudgeContext {
    const { finding } = context;
    return derived(this.board(context), { finding: { value: finding && { ...finding, rationale: WITHHELD } } });
  }

  operators(context: DataReader): Operators {
    return {
      data: context,
      show: (finding) => this.#finding(finding),
      fail: (error) => {
        if (error instanceof QueryError) return new Fault('the operator’s query failed; why is withheld');
        // What helps is said without values; what was found is not.
        return error instanceof Fault ? new Fault('the operator cannot test this; why is withheld', error.next) : error;
      },
    };
  }

  #board(board: Board): Board {
    const known = this.#boards.get(board);
    if (known) return known;
    const quoting = new Set(board.evidence.filter(mayQuote).map(({ id }) => id));
    const made: Board = {
      ...board,
      queries: board.queries.map((query) => this.#query(query)),
      evidence: board.evidence.map((each) => (quoting.has(each.id) ? evidenceWithoutValues(each) : each)),
      links: board.links.map((link): Link => (quoting.has(link.from) ? { ...link, note: WITHHELD } : link)),
      verdicts: board.verdicts.map(verdictWithoutValues),
    };
    this.#boards.set(board, made);
    return made;
  }

  #query(query: Query): Query {
    const isTheirs = this.#asked.has(query.sql);
    const columns = query.columns.map(
      (name, index) => `${name}${typesIn(query.rows.map((row) => row[index] ?? null))}`,
    );
    return { ...query, columns, rows: [], ...(!isTheirs && { sql: WITHHELD, purpose: WITHHELD }) };
  }

  #finding(finding: OperatorFinding): OperatorFinding {
    return {
      ...finding,
      query: this.#query(finding.query),
      fact: WITHHELD,
      note: WITHHELD,
      statistics: statisticsWithoutValues(finding.statistics),
    };
  }
}

/** Operators write facts from what they read, and so do persons; a model that sees no values writes none. */
function mayQuote({ statistics, by }: Evidence): boolean {
  return statistics !== undefined || by === 'person';
}

function evidenceWithoutValues(evidence: Evidence): Evidence {
  const { statistics } = evidence;
  return { ...evidence, fact: WITHHELD, ...(statistics && { statistics: statisticsWithoutValues(statistics) }) };
}

/** Numbers, and names of columns; labels of groups are values. */
function statisticsWithoutValues(statistics: Statistics): Statistics {
  const { answers, method, measure, estimate, interval, p, n, passed, crude, adjustedFor, heterogeneity } = statistics;
  const { arms, unsupported, oddsRatio } = statistics;
  return {
    answers,
    method,
    measure,
    estimate,
    n,
    ...(interval && { interval }),
    ...(p !== undefined && { p }),
    ...(passed !== undefined && { passed }),
    ...(crude !== undefined && { crude }),
    ...(adjustedFor && { adjustedFor }),
    ...(heterogeneity && { heterogeneity }),
    ...(oddsRatio && { oddsRatio }),
    ...(unsupported !== undefined && { unsupported: WITHHELD }),
    ...(arms && {
      arms: [
        { ...arms[0], label: 'first group' },
        { ...arms[1], label: 'second group' },
      ],
    }),
  };
}

/** A judge's own words; where rules or a failure decided, the rationale is theirs. */
function verdictWithoutValues(verdict: Verdict): Verdict {
  const isJudges = verdict.by === 'judge' && OF_THE_JUDGE.has(verdict.rule);
  return isJudges ? verdict : { ...verdict, rationale: WITHHELD };
}

const OF_THE_JUDGE: ReadonlySet<string> = new Set(['not rule-checked', 'no query tried to refute it']);

function typesIn(values: readonly Value[]): string {
  const types = [...new Set(values.map(typeOf))];
  return types.length === 0 ? '' : ` (${types.join(' or ')})`;
}

function typeOf(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'real';
  return 'blob';
}

/** The context with some properties of its own; what it does stays what it was. */
function derived<C extends object>(context: C, properties: PropertyDescriptorMap): C {
  return Object.create(context, properties) as C;
}
