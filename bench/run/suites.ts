import { Fault } from '../../src/base/fault';
import { clinical } from '../generate/domains/clinical';
import { domainCase, seedsOf, type Domain, type DomainSeed } from '../generate/domains/domain';
import { manufacturing } from '../generate/domains/manufacturing';
import { retail } from '../generate/domains/retail';
import { trafficLight } from '../generate/domains/traffic-light';
import type { Frames } from '../generate/frames';
import { murderCase, type MurderSeed } from '../generate/murder/case';
import { NULL_RUNS, nullCase } from '../generate/null';
import { caseRandom } from '../generate/draw';
import { MM_50, MM_500, scaled, SCALES } from '../generate/suites';
import type { Case } from '../generate/tables';
import { transformed, TRANSFORMS } from '../generate/transform';

/** A case that is made when it is run. */
export type PlannedCase = { readonly suite: string; readonly caseId: string; make(frames: Frames): Promise<Case> };

const DOMAINS: readonly Domain[] = [clinical, retail, manufacturing, trafficLight];

const SUITES: Readonly<Record<string, () => readonly PlannedCase[]>> = {
  mm50: () => MM_50.map((seed) => murder('mm50', seed)),
  mm500: () => MM_500.map((seed) => murder('mm500', seed)),
  ...Object.fromEntries(
    SCALES.map((scale) => [`scale${scale}`, () => scaled(scale).map((seed) => murder(`scale${scale}`, seed))]),
  ),
  ...Object.fromEntries(
    DOMAINS.map((domain) => [
      domain.name,
      () =>
        seedsOf(domain).map((seed) => ({
          suite: domain.name,
          caseId: seed.caseId,
          make: () => domainCase(seed, domain),
        })),
    ]),
  ),
  meta: () =>
    [
      ...MM_50.slice(0, 4).map((seed) => murder('meta', seed)),
      ...seedsOf(clinical)
        .slice(0, 2)
        .map((seed) => domain('meta', seed, clinical)),
    ].flatMap(inOtherShapes),
  null200: () =>
    Array.from({ length: NULL_RUNS }, (_, index) => ({
      suite: 'null200',
      caseId: `null-${index + 1}`,
      make: () => nullCase(index),
    })),
};

export const SUITE_NAMES: readonly string[] = Object.keys(SUITES);

/** All suites of an offline run, and what of each is enough for a quick one: every so many-th case. */
export const QUICK: Readonly<Record<string, number>> = {
  mm50: 3,
  clinical: 1,
  retail: 1,
  manufacturing: 1,
  'traffic-light': 1,
  null200: 1,
  meta: 1,
};

/** @throws Fault for a suite that does not exist */
export function casesOf(suite: string): readonly PlannedCase[] {
  const cases = SUITES[suite];
  if (cases === undefined) throw new Fault(`unknown suite: ${suite}`, `There are: ${SUITE_NAMES.join(', ')}.`);
  return cases();
}

function murder(suite: string, seed: MurderSeed): PlannedCase {
  return { suite, caseId: seed.caseId, make: (frames) => murderCase(seed, frames) };
}

function domain(suite: string, seed: DomainSeed, of: Domain): PlannedCase {
  return { suite, caseId: seed.caseId, make: () => domainCase(seed, of) };
}

/** A case as it is and in each other shape: `easy-01` and `easy-01/shuffled rows`. The truth is the same. */
function inOtherShapes(planned: PlannedCase): readonly PlannedCase[] {
  const others = TRANSFORMS.map((transform): PlannedCase => ({
    suite: planned.suite,
    caseId: `${planned.caseId}/${transform}`,
    async make(frames) {
      const { bytes, truth } = await planned.make(frames);
      const names = truth.hypotheses.flatMap(({ aliases }) => aliases);
      const random = caseRandom('meta', planned.caseId, transform);
      return { bytes: await transformed(bytes, transform, random, truth.names.kind === 'table' ? names : []), truth };
    },
  }));
  return [planned, ...others];
}
