import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BudgetLimits } from '../../src/agents/budget';
import { Fault } from '../../src/base/fault';
import type { LanguageModel } from '../../src/models/port';
import { modelArms } from '../arms/model-arms';
import { cassetteSchema, recording, ReplayedModel, type Answer, type Cassette } from '../cassette/cassette';
import type { Frames } from '../generate/frames';
import type { Result } from './result';
import { runCase } from './run-case';
import { casesOf, type PlannedCase } from './suites';

export type LiveRun = {
  readonly model: LanguageModel;
  /** What plays it, as cassettes tell: a provider's model, or a person by hand. */
  readonly playedBy: string;
  readonly date: string;
  readonly cases: readonly PlannedCase[];
  readonly arms: readonly string[];
  readonly budget: BudgetLimits;
  /** Where cassettes are written. */
  readonly folder: string;
};

/** Runs arms with a real model and keeps each run as a cassette. */
export async function runLive(run: LiveRun, frames: Frames, signal: AbortSignal): Promise<readonly Result[]> {
  const results: Result[] = [];
  mkdirSync(run.folder, { recursive: true });
  for (const planned of run.cases) {
    for (const name of run.arms) {
      const answers: Answer[] = [];
      const arm = armNamed(
        recording(run.model, (answer) => answers.push(answer)),
        name,
      );
      results.push(...(await runCase(planned, [arm], frames, run.budget, signal)));
      const cassette: Cassette = {
        suite: planned.suite,
        caseId: planned.caseId,
        arm: name,
        model: run.model.id,
        playedBy: run.playedBy,
        recordedOn: run.date,
        budget: run.budget,
        answers,
      };
      const file = path.join(
        run.folder,
        `${[planned.suite, planned.caseId, name].join('-').replaceAll(/[ ,]+/g, '-')}.json`,
      );
      writeFileSync(file, `${JSON.stringify(cassette, undefined, 1)}\n`);
    }
  }
  return results;
}

/** Plays cassettes again: no network, SQL executed anew. Rejects with `CassetteMiss` for a run that became another one. */
export async function replayAll(folder: string, frames: Frames, signal: AbortSignal): Promise<readonly Result[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  if (files.length === 0) throw new Fault(`no cassettes in ${folder}`, 'Record some with --team anthropic.');
  const results: Result[] = [];
  for (const file of files.sort()) {
    const cassette = cassetteSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    results.push(...(await replay(cassette, frames, signal)));
  }
  return results;
}

export async function replay(cassette: Cassette, frames: Frames, signal: AbortSignal): Promise<readonly Result[]> {
  const planned = casesOf(cassette.suite).find(({ caseId }) => caseId === cassette.caseId);
  if (planned === undefined) throw new Fault(`unknown case: ${cassette.suite}/${cassette.caseId}`);
  const model = new ReplayedModel(cassette.model, cassette);
  const results = await runCase(planned, [armNamed(model, cassette.arm)], frames, cassette.budget, signal);
  if (model.missed) throw model.missed;
  return results;
}

function armNamed(model: LanguageModel, name: string): ReturnType<typeof modelArms>[number] {
  const arms = modelArms(model);
  const arm = arms.find((each) => each.name === name);
  if (arm === undefined)
    throw new Fault(`unknown arm: ${name}`, `There are: ${arms.map((each) => each.name).join(', ')}.`);
  return arm;
}
