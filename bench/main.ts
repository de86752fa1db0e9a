import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Fault } from '../src/base/fault';
import { CONNECTION_DEFAULTS } from '../src/models/anthropic/connection';
import { AnthropicModel } from '../src/models/anthropic/model';
import { MODEL_BUDGETS } from './arms/model-arms';
import { OFFLINE_ARMS } from './arms/offline-arms';
import { GENERATOR_VERSION } from './generate/draw';
import { loadFrames } from './generate/frames';
import { markdownReport, type Origin } from './report/markdown';
import { picture } from './report/picture';
import { summarise } from './report/summary';
import type { Result } from './run/result';
import { replayAll, runLive } from './run/with-model';
import { isShard, playShard, runSharded, type Plan } from './run/shards';
import { casesOf, QUICK } from './run/suites';

// Runs from dist/, beside which the frames stand.
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PUBLIC_FRAMES = path.join(root, 'bench', 'frames', 'public');

const HELP = `Data Investigation Bench: runs arms over cases with a known truth and reports what they are worth.

  npm run bench -- [options]

  --suite NAME   only this suite, whole; may be given several times
  --arm NAME     only this arm; may be given several times
  --frames DIR   frames that replace the public ones, key by key (docs/benchmark.md); may be given several times
  --full         all cases of all suites, all arms
  --json         one object: suite, arm, metric, then mean, low and high of the 95 % interval
  --team NAME    offline (default), anthropic (records cassettes), replay (plays them)
  --model NAME   of the anthropic team; --tokens 50000, 100000 or 200000; --played-by TEXT where a person answers
  --cassettes DIR  where cassettes are written and read
  --out DIR      also writes report.md, summary.json, results.jsonl and bars.svg there`;

if (isShard()) playShard();
else await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      suite: { type: 'string', multiple: true },
      arm: { type: 'string', multiple: true },
      frames: { type: 'string', multiple: true, default: [] },
      full: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      team: { type: 'string', default: 'offline' },
      model: { type: 'string', default: 'claude-sonnet-5-5' },
      'played-by': { type: 'string' },
      tokens: { type: 'string', default: '200000' },
      cassettes: { type: 'string', default: path.join(root, 'bench', 'cassettes') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const folders = [...values.frames.map((folder) => path.resolve(folder)), PUBLIC_FRAMES];
  const results = await (values.team === 'offline' ? runOffline(values, folders) : runModels(values, folders));
  const origin: Origin = {
    commit: commitOf(root),
    date: today(),
    command: ['npm run', values.full ? 'bench:full' : 'bench', '--', ...process.argv.slice(2)].join(' '),
    team: values.team,
    generator: GENERATOR_VERSION,
    frames: folders.map((folder) => path.relative(root, folder)),
  };
  if (values.out !== undefined) write(values.out, results, origin);
  console.log(values.json ? JSON.stringify(summarise(results)) : markdownReport(results, origin, 'bars.svg'));
}

type Choice = {
  readonly suite?: readonly string[] | undefined;
  readonly arm?: readonly string[] | undefined;
  readonly full: boolean;
};

async function runOffline(values: Choice, folders: readonly string[]): Promise<readonly Result[]> {
  const arms = values.arm ?? (values.full ? OFFLINE_ARMS.map(({ name }) => name) : ['full', 'rule']);
  const unknown = arms.find((arm) => !OFFLINE_ARMS.some(({ name }) => name === arm));
  if (unknown !== undefined)
    throw new Fault(`unknown arm: ${unknown}`, `There are: ${OFFLINE_ARMS.map(({ name }) => name).join(', ')}.`);
  const plan: Plan = { arms, frames: folders, cases: plannedCases(values.suite, values.full) };
  const results = await runSharded(plan, fileURLToPath(import.meta.url), (done, all) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} cases`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  return results;
}

type ModelChoice = Choice & {
  readonly team: string;
  readonly model: string;
  readonly tokens: string;
  readonly cassettes: string;
  readonly 'played-by'?: string | undefined;
};

/** With a real model, each run kept as a cassette; or the cassettes played again. */
async function runModels(values: ModelChoice, folders: readonly string[]): Promise<readonly Result[]> {
  const frames = loadFrames(folders);
  const never = new AbortController().signal;
  if (values.team === 'replay') return replayAll(values.cassettes, frames, never);
  if (values.team !== 'anthropic')
    throw new Fault(`unknown team: ${values.team}`, 'There are: offline, anthropic, replay.');
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL } = process.env;
  if (!apiKey) throw new Fault('no API key for the Anthropic team', 'Set ANTHROPIC_API_KEY, or use --team replay.');
  const budget = MODEL_BUDGETS.find(({ inputTokens }) => String(inputTokens) === values.tokens);
  if (budget === undefined) {
    const budgets = MODEL_BUDGETS.map(({ inputTokens }) => inputTokens).join(', ');
    throw new Fault(`unknown budget: ${values.tokens} tokens`, `There are: ${budgets}.`);
  }
  const model = new AnthropicModel({
    ...CONNECTION_DEFAULTS,
    apiKey,
    ...(baseURL && { baseURL }),
    model: values.model,
  });
  return runLive(
    {
      model,
      playedBy: values['played-by'] ?? values.model,
      date: today(),
      cases: plannedCases(values.suite, values.full).flatMap(({ suite, index }) => casesOf(suite)[index] ?? []),
      arms: values.arm ?? ['full'],
      budget,
      folder: values.cassettes,
    },
    frames,
    never,
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The suites that were named, whole; else all of them, each as far as time allows. */
function plannedCases(suites: readonly string[] | undefined, isFull: boolean): Plan['cases'] {
  return (suites ?? Object.keys(QUICK)).flatMap((suite) => {
    const step = suites !== undefined || isFull ? 1 : (QUICK[suite] ?? 1);
    return casesOf(suite).flatMap((_, index) => (index % step === 0 ? [{ suite, index }] : []));
  });
}

function write(folder: string, results: readonly Result[], origin: Origin): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'bars.svg'), picture(results));
  writeFileSync(path.join(folder, 'report.md'), markdownReport(results, origin, 'bars.svg'));
  writeFileSync(
    path.join(folder, 'summary.json'),
    `${JSON.stringify({ origin, summary: summarise(results) }, undefined, 1)}\n`,
  );
  writeFileSync(path.join(folder, 'results.jsonl'), results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}

function commitOf(folder: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
