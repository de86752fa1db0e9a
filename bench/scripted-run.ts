import { investigate } from '../src/agents/detective';
import { llmTeam } from '../src/agents/llm/team';
import type { Board } from '../src/board/board';
import type { Database, ResultSet, Schema } from '../src/database/port';
import type { LanguageModel, ModelRequest } from '../src/models/port';
import { actingModels, detective, type Case } from '../test/agents/llm/acting';
import { MemoryBoardStore } from '../test/fakes/board-store';

export type ScriptedRun = {
  readonly hypotheses: number;
  /** Collectors that work at the same time. */
  readonly collectors: number;
  /** How long the model takes to answer, in milliseconds. */
  readonly latency: number;
};

export type RunTimes = {
  readonly board: Board;
  /** From the first collector's start to the last one's end, in milliseconds. */
  readonly collecting: number;
  /** The whole investigation, in milliseconds. */
  readonly whole: number;
};

/**
 * An investigation in memory by a scripted model over a database that answers at once: what takes time is the model, as long as it
 * is told to, and the Detective. Each collector runs one query and records what it shows, in two answers of the model.
 */
export async function timedRun({ hypotheses, collectors, latency }: ScriptedRun): Promise<RunTimes> {
  let started = Infinity;
  let ended = 0;
  const never = new AbortController().signal;
  const { hypothesizer: large, collector: small } = actingModels(detective(caseOf(hypotheses)));
  const [slowLarge, slowSmall] = [slowed(large, latency), slowed(small, latency)];
  const begin = performance.now();
  const board = await investigate('Which ward loses most patients?', {
    database: instantDatabase,
    databasePath: 'wards.sqlite',
    store: new MemoryBoardStore(),
    team: llmTeam({
      models: {
        hypothesizer: slowLarge,
        orchestrator: slowLarge,
        collector: slowSmall,
        judge: slowLarge,
        reporter: slowLarge,
      },
    }),
    clock: { now: () => Date.now() },
    collectors,
    listener: (event) => {
      if (event.type !== 'turn-started' && event.type !== 'turn-ended') return;
      if (!event.by.startsWith('collector:')) return;
      if (event.type === 'turn-started') started = Math.min(started, performance.now());
      else ended = performance.now();
    },
    stop: never,
    signal: never,
  });
  const whole = performance.now() - begin;
  const undone = board.hypotheses.length !== hypotheses || board.evidence.length !== hypotheses + 1;
  if (undone || board.investigation.status !== 'complete') {
    throw new Error(`the scripted run went wrong: ${board.investigation.reason ?? board.history.at(-1)?.why}`);
  }
  return { board, collecting: ended - started, whole };
}

function caseOf(hypotheses: number): Case {
  const wards = Array.from({ length: hypotheses }, (_, index) => index + 1);
  return {
    overview: 'SELECT ward, deaths FROM wards ORDER BY ward',
    fact: 'The deaths of each ward are known.',
    hypotheses: wards.map((ward) => ({ statement: `Ward ${ward} loses most patients` })),
    queries: Object.fromEntries(
      wards.map((ward) => [
        `H${ward}`,
        {
          sql: `SELECT ward, deaths FROM wards WHERE ward <> ${ward} ORDER BY deaths DESC`,
          evidence: { fact: 'Another ward has as many deaths.', relation: 'neutral', note: 'a rival' },
        },
      ]),
    ),
    report: 'No ward stands out [E1].',
  };
}

/** The model, so many milliseconds later. */
function slowed(model: LanguageModel, latency: number): LanguageModel {
  return {
    id: model.id,
    async *stream(request: ModelRequest, signal: AbortSignal) {
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
      yield* model.stream(request, signal);
    },
  };
}

const column = { type: 'INTEGER', notNull: true, generated: false, hidden: false };
const schema: Schema = {
  tables: [
    {
      name: 'wards',
      kind: 'table',
      columns: [
        { name: 'ward', ...column },
        { name: 'deaths', ...column },
      ],
      primaryKey: ['ward'],
      foreignKeys: [],
      unique: [],
      rowCount: { rows: 20, exact: true },
      sql: 'CREATE TABLE wards (ward INTEGER PRIMARY KEY, deaths INTEGER NOT NULL)',
    },
  ],
  notes: [],
};
const result: ResultSet = {
  columns: ['ward', 'deaths'],
  rows: Array.from({ length: 20 }, (_, index) => [index + 1, 7]),
  rowCount: 20,
  digest: 'sha256:wards',
  milliseconds: 0,
  warnings: [],
};

const instantDatabase: Database = {
  identity: { engine: 'none', location: '/bench/wards' },
  fingerprint: async () => 'sha256:wards',
  schema: async () => schema,
  query: async () => result,
  close: async () => undefined,
};
