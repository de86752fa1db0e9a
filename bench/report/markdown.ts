import type { Result } from '../run/result';
import { comparisons, FAMILY } from './compare';
import type { Estimate } from './interval';
import { grouped, metricsOf, summarise } from './summary';

/** How the numbers came about, for whoever wants them again. */
export type Origin = {
  readonly commit: string;
  readonly date: string;
  readonly command: string;
  /** offline, a provider, or replay. */
  readonly team: string;
  readonly generator: string;
  readonly frames: readonly string[];
};

const METRICS: readonly (readonly [metric: string, title: string])[] = [
  ['correctness', 'correct'],
  ['completeness', 'complete'],
  ['verifiability', 'verifiable'],
  ['unsupportedClaims', 'unsupported'],
  ['replayability', 'replays'],
  ['brier', 'Brier'],
  ['solved', 'solved'],
  ['queries', 'queries'],
  ['seconds', 'seconds'],
];

const TEAMS: Readonly<Record<string, string>> = {
  offline: 'All arms run without a model: these are offline numbers.',
  replay: 'Recorded answers of a model were played again; every SQL statement was executed anew.',
};

/** The report for people: per suite the arms, by level and overall; then arms against the full team. */
export function markdownReport(results: readonly Result[], origin: Origin, picture: string): string {
  const suites = grouped(results, ({ suite }) => suite).flatMap(([suite, own]) => [
    `## ${suite}`,
    ...levelTables(suite, own),
    ...falseVerdicts(own),
    ...consistencies(own),
    ...reasons(own),
    ...comparisonTable(own),
    ...failures(own),
  ]);
  return `${[
    '# Data Investigation Bench',
    `Commit ${origin.commit}, ${origin.date}. Command: \`${origin.command}\`. Generator version ${origin.generator}, frames: ${origin.frames.join(', ')}.`,
    `${TEAMS[origin.team] ?? `Live runs of the ${origin.team} team.`} Means over cases with 95 % intervals (bootstrap over cases, 10,000 draws).`,
    `![Correctness, completeness and verifiability by arm](${picture})`,
    ...suites,
  ].join('\n\n')}\n`;
}

function levelTables(suite: string, results: readonly Result[]): readonly string[] {
  const levels = grouped(results, ({ level }) => level);
  const parts: readonly (readonly [string, readonly Result[]])[] =
    levels.length > 1 ? [['all', results], ...levels] : [['all', results]];
  const header = ['level', 'arm', 'n', ...METRICS.map(([, title]) => title)];
  const rows = parts.flatMap(([level, own]) =>
    grouped(own, ({ arm }) => arm).map(([arm, ofArm]) => {
      const metrics = metricsOf(`${suite}/${level}/${arm}`, ofArm);
      return [level, arm, String(ofArm.length), ...METRICS.map(([metric]) => shown(metrics[metric]))];
    }),
  );
  return [table(header, rows)];
}

function falseVerdicts(results: readonly Result[]): readonly string[] {
  const summary = summarise(results).null200;
  if (summary === undefined) return [];
  const lines = Object.entries(summary).flatMap(([arm, { falseVerdicts: found }]) =>
    found
      ? [
          `- ${arm}: a false verdict in ${Math.round(found.mean * found.n)} of ${found.n} runs (${shown(found)}); at most 16 of 200 are compatible with 5 %`,
        ]
      : [],
  );
  return [lines.join('\n')];
}

function consistencies(results: readonly Result[]): readonly string[] {
  const lines = grouped(results, ({ arm }) => arm).flatMap(([arm, own]) => {
    const { consistency } = metricsOf(`consistency/${arm}`, own);
    return consistency ? [`- ${arm}: the same verdicts in ${shown(consistency)} of ${consistency.n} other shapes`] : [];
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Of the cases without an answer: how many ended without an accusation, and how many said why. */
function reasons(results: readonly Result[]): readonly string[] {
  const own = results.filter(({ reason, suite }) => reason !== undefined && suite !== 'null200');
  if (own.length === 0) return [];
  const lines = grouped(own, ({ arm }) => arm).map(([arm, cases]) => {
    const silent = cases.filter(({ accused }) => accused.length === 0).length;
    const named = cases.filter(({ metrics }) => metrics.reasonNamed === 1).length;
    return `- ${arm}: of ${cases.length} cases without an answer ${silent} end without an accusation, ${named} say why`;
  });
  return [lines.join('\n')];
}

function comparisonTable(results: readonly Result[]): readonly string[] {
  const arms = new Set(results.map(({ arm }) => arm));
  if (!arms.has('full') || arms.size < 2) return [];
  const rows = comparisons(results, 'full').map(({ arm, metric, difference, p, adjustedP }) => [
    arm,
    metric,
    shown(difference),
    p.toFixed(4),
    adjustedP.toFixed(4),
  ]);
  return [
    `Against the full team, paired by case; p by sign flips, corrected by Holm over ${FAMILY.join(', ')} and all arms:`,
    table(['arm', 'metric', 'difference', 'p', 'corrected'], rows),
  ];
}

function failures(results: readonly Result[]): readonly string[] {
  const failed = results.filter(({ failure }) => failure !== undefined);
  return failed.length === 0
    ? []
    : [failed.map(({ caseId, arm, failure }) => `- ${arm} failed on ${caseId}: ${failure}`).join('\n')];
}

function shown(estimate: Estimate | undefined): string {
  if (estimate === undefined) return '';
  const digits = Math.abs(estimate.mean) >= 10 ? 0 : Math.abs(estimate.mean) > 1 ? 1 : 3;
  const [mean, low, high] = [estimate.mean, estimate.low, estimate.high].map((value) => value.toFixed(digits));
  return low === high ? String(mean) : `${mean} [${low}, ${high}]`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
