import { formatCount, formatList, formatMeasure, formatNumber, formatP } from '../../base/format';
import type { Board, Verdict, VerdictStatus } from '../../board/board';
import type { Statistics } from '../../board/statistics';
import { materialShift } from '../analysis/adjust';
import { formatDifference } from '../../board/views/estimate-text';
import type { ExplainedEvidence } from './explanation';
import { statusWithout, turnByEstimate, turnByMargin, turnByMoreUnits, turnByP, type Case } from './what-if';

/** One single result that would overturn a verdict. */
export type Flip = {
  readonly kind: 'estimate' | 'units' | 'p-value' | 'margin' | 'evidence' | 'shift' | 'ties' | 'gate' | 'confounder';
  /** What would have to be different, in words with its numbers. */
  readonly what: string;
  readonly becomes: VerdictStatus;
  /** How far the estimate is from it. */
  readonly standardErrors?: number;
  readonly evidence?: string;
};

/** `0.64 standard errors`, `3.0 standard errors` */
export function formatStandardErrors(distance: number): string {
  return `${distance < 0.1 ? formatMeasure(distance) : formatNumber(distance, distance < 1 ? 2 : 1)} standard errors`;
}

/** What would overturn a verdict: asked of the rules for a typed claim, of the evidence alone for others. */
export function flipsOf(
  board: Board,
  verdict: Verdict,
  evidence: readonly ExplainedEvidence[],
  situation: Case | undefined,
): readonly Flip[] {
  // A verdict that the rules would not give any more on the same evidence is not theirs to explain.
  if (situation === undefined || situation.status !== verdict.status) return byEvidenceAlone(verdict, evidence);
  const statistics = situation.deciding?.statistics;
  return [
    ...(statistics ? byNumbers(situation, statistics, board) : []),
    ...byRemoval(situation, evidence),
    ...(statistics ? byUnmeasured(situation, statistics) : []),
  ];
}

function byNumbers(situation: Case, statistics: Statistics, board: Board): Flip[] {
  switch (situation.hypothesis.claim?.kind) {
    case 'effect':
    case 'best':
    case 'change':
      return [
        ...byEstimate(situation, statistics),
        ...byP(situation, statistics),
        ...byMargin(situation, statistics, board),
        ...byMoreUnits(situation, statistics),
      ];
    case 'modification':
      return byP(situation, statistics);
    case 'confounding':
      return byShift(situation, statistics);
    case 'artefact':
      return [
        {
          kind: 'gate',
          what: statistics.passed === false ? 'the data gate finding nothing of it' : 'the data gate finding it',
          becomes: statistics.passed === false ? 'contradicted' : 'supported',
        },
      ];
    default:
      return [];
  }
}

function byEstimate(situation: Case, { measure, estimate, standardError = 0, interval }: Statistics): Flip[] {
  return ([1, -1] as const).flatMap((direction): Flip[] => {
    const turn = turnByEstimate(situation, direction);
    if (turn === undefined || interval === undefined) return [];
    const by = direction * turn.at * standardError;
    const bounds = interval.map((bound) => formatDifference(measure, bound).replace(' points', '')).join(' to ');
    return [
      {
        kind: 'estimate',
        what: `an estimate moved by ${formatDifference(measure, by)} (${formatStandardErrors(turn.at)}), to ${formatDifference(measure, estimate + by)}; it is ${formatDifference(measure, estimate)}, 95 % interval ${bounds}`,
        becomes: turn.becomes,
        standardErrors: turn.at,
      },
    ];
  });
}

function byP(situation: Case, { p = 1 }: Statistics): Flip[] {
  return ([1, -1] as const).flatMap((direction): Flip[] => {
    const turn = turnByP(situation, direction);
    if (turn === undefined) return [];
    const side = direction > 0 ? 'above' : 'below';
    const what = `a p-value ${side} ${formatP(turn.at).replace('p = ', '')}, where the correction for several tests turns; it is ${formatP(p).replace('p = ', '')}`;
    return [{ kind: 'p-value', what, becomes: turn.becomes }];
  });
}

function byMargin(situation: Case, { measure, margin }: Statistics, board: Board): Flip[] {
  const own = margin ?? board.investigation.margins.riskDifference;
  const text = (value: number): string =>
    measure === 'risk difference' ? `±${formatNumber(value * 100, 2)} points` : `±${formatMeasure(value)}`;
  return ([1, -1] as const).flatMap((direction): Flip[] => {
    const turn = own > 0 ? turnByMargin(situation, own, direction) : undefined;
    if (turn === undefined) return [];
    const side = direction > 0 ? 'above' : 'below';
    return [
      {
        kind: 'margin',
        what: `an equivalence margin ${side} ${text(turn.at)}; it is ${text(own)}`,
        becomes: turn.becomes,
      },
    ];
  });
}

function byMoreUnits(situation: Case, { n }: Statistics): Flip[] {
  const turn = situation.status === 'inconclusive' ? turnByMoreUnits(situation) : undefined;
  if (turn === undefined) return [];
  const what = `${formatMeasure(turn.at)} times the units with the same estimate: about ${formatCount(Math.ceil(n * turn.at))}`;
  return [{ kind: 'units', what, becomes: turn.becomes }];
}

/** The change-in-estimate criterion, and the ties to exposure and outcome. */
function byShift({ status }: Case, { measure, estimate, crude = 0, margin = 0, ties }: Statistics): Flip[] {
  const size = (value: number): string => formatDifference(measure, Math.abs(value)).replace(/^\+/, '');
  const shift = Math.abs(estimate - crude);
  const least = materialShift(crude, margin);
  const counts = shift >= least;
  const flips: Flip[] = [
    {
      kind: 'shift',
      what: `a shift of the difference ${counts ? 'below' : 'of at least'} ${size(least)} by holding it fixed; it is ${size(shift)}`,
      becomes: counts ? 'contradicted' : 'supported',
    },
  ];
  if (ties !== undefined && status === 'supported') {
    const weaker = Math.max(ties.exposure, ties.outcome);
    const tie = weaker === ties.exposure ? 'exposure' : 'outcome';
    flips.push({
      kind: 'ties',
      what: `a tie to the ${tie} with a p-value above 0.05; it is ${formatP(weaker).replace('p = ', '')}`,
      becomes: 'inconclusive',
    });
  }
  return flips;
}

function byRemoval(situation: Case, evidence: readonly ExplainedEvidence[]): Flip[] {
  return evidence.flatMap(({ id, decides, attack, redundantWith }): Flip[] => {
    const becomes = redundantWith === undefined ? statusWithout(situation, id) : situation.status;
    if (becomes === situation.status) return [];
    const why = decides
      ? ', the test that decides'
      : attack === undefined
        ? ''
        : `, the only attempt to refute it (${attack})`;
    return [{ kind: 'evidence', what: `the loss of ${id}${why}`, becomes, evidence: id }];
  });
}

/** A difference that decides is explained away by what nobody recorded, when that is strong enough. */
function byUnmeasured({ status }: Case, { sensitivity, interval }: Statistics): Flip[] {
  const excludes = interval !== undefined && (interval[0] > 0 || interval[1] < 0);
  if (sensitivity === undefined || !excludes || status === 'inconclusive') return [];
  const what = `an unmeasured confounder tied to exposure and outcome by risk ratios of ${formatNumber(sensitivity)} each (VanderWeele–Ding)`;
  return [{ kind: 'confounder', what, becomes: 'inconclusive' }];
}

/** Without a rule a verdict stands while some evidence on its side does. */
function byEvidenceAlone({ status, cites }: Verdict, evidence: readonly ExplainedEvidence[]): Flip[] {
  const side = status === 'supported' ? 'supports' : status === 'contradicted' ? 'contradicts' : undefined;
  if (side === undefined) {
    return [{ kind: 'evidence', what: 'one piece of evidence that the judge finds decisive', becomes: 'supported' }];
  }
  const carrying = evidence.filter(
    ({ id, relation, redundantWith }) => relation === side && cites.includes(id) && redundantWith === undefined,
  );
  const queries = new Set(carrying.map(({ query }) => query));
  const [only] = carrying;
  if (only !== undefined && queries.size === 1) {
    const others =
      carrying.length === 1
        ? ''
        : `, and with it ${formatList(carrying.slice(1).map(({ id }) => id))} from the same query`;
    return [
      {
        kind: 'evidence',
        what: `the loss of ${only.id}${others}: nothing else it cites ${side} it`,
        becomes: 'inconclusive',
        evidence: only.id,
      },
    ];
  }
  const attacks = evidence.filter(({ attack }) => attack !== undefined);
  const [attack] = attacks;
  const lonely: Flip[] =
    status === 'supported' && attack !== undefined && attacks.length === 1
      ? [
          {
            kind: 'evidence',
            what: `the loss of ${attack.id}, the only attempt to refute it`,
            becomes: 'inconclusive',
            evidence: attack.id,
          },
        ]
      : [];
  if (carrying.length === 0) return lonely;
  const all = formatList(carrying.map(({ id }) => id));
  return [
    ...lonely,
    { kind: 'evidence', what: `the loss of all of ${all}: one alone would not do`, becomes: 'inconclusive' },
  ];
}
