import type { Board, Hypothesis } from '../../board/board';
import type { ClaimOf } from '../../board/claim';
import type { JudgeContext, Judgement } from '../roles';
import { FALSE_DISCOVERY_RATE } from '../rules/multiplicity';
import { statementOf } from '../report/statements';

const MOST_SUBGROUPS = 6;
/** Subgroups are a second look at the same data: they are opened only where the effect clearly depends on something. */
const CLEARLY = 0.02;

/** Gives the rules' verdict, and proposes the subgroups of an effect that depends on something as hypotheses of their own. */
export async function judge(context: JudgeContext): Promise<Judgement> {
  const { finding, hypothesis } = context;
  if (!finding)
    return {
      kind: 'verdict',
      status: 'inconclusive',
      confidence: 0.5,
      rationale: 'no rule reads this claim',
      cites: [],
    };
  if (finding.missing.length > 0 && context.mayAsk) return { kind: 'more', hints: finding.missing };
  const clear = finding.status === 'supported' && (finding.adjustedP ?? 1) <= CLEARLY;
  if (clear && hypothesis.claim?.kind === 'modification') await proposeSubgroups(context, hypothesis.claim);
  return {
    kind: 'verdict',
    status: finding.status,
    confidence: finding.confidence,
    rationale: finding.rationale,
    cites: finding.cites,
  };
}

async function proposeSubgroups(context: JudgeContext, claim: ClaimOf<'modification'>): Promise<void> {
  const { board, hypothesis } = context;
  const parent = board.hypotheses.find(
    (each) => each.claim?.kind === 'effect' && each.refines === undefined && sameContrast(each.claim, claim),
  );
  const asked = parent?.claim?.kind === 'effect' ? parent.claim.direction : 'differs';
  const compares = isOneOfSeveral(board, parent);
  const found = subgroupsOf(board, hypothesis).filter(({ adjustedP }) => adjustedP <= FALSE_DISCOVERY_RATE);
  for (const { condition, estimate } of found.slice(0, MOST_SUBGROUPS)) {
    const { kind: _kind, by: _by, ...contrast } = claim;
    // Among candidates the question is the same in every subgroup; elsewhere a subgroup is an exception, stated as it looks.
    const direction = compares ? asked : estimate > 0 ? 'raises' : 'lowers';
    const refined: ClaimOf<'effect'> = { kind: 'effect', ...contrast, direction, subgroup: condition };
    await context.propose({
      statement: statementOf(refined),
      claim: refined,
      rationale: `the effect depends on ${claim.by.column}`,
    });
  }
}

function subgroupsOf(board: Board, hypothesis: Hypothesis) {
  const by = `collector:${hypothesis.id}`;
  return board.evidence
    .filter((evidence) => evidence.by === by)
    .flatMap(({ statistics }) => statistics?.subgroups ?? [])
    .sort((a, b) => a.adjustedP - b.adjustedP);
}

function sameContrast(effect: ClaimOf<'effect'>, { exposure, versus, outcome }: ClaimOf<'modification'>): boolean {
  return (
    JSON.stringify([effect.exposure, effect.versus, effect.outcome]) === JSON.stringify([exposure, versus, outcome])
  );
}

/** Whether other values of the same column are hypotheses too: the question asks which of them. */
function isOneOfSeveral(board: Board, parent: Hypothesis | undefined): boolean {
  const column = exposureColumn(parent);
  if (column === undefined || !parent) return false;
  return board.hypotheses.some(
    (each) =>
      each !== parent && each.refines === undefined && each.claim?.kind === 'effect' && exposureColumn(each) === column,
  );
}

function exposureColumn(hypothesis: Hypothesis | undefined): string | undefined {
  if (hypothesis?.claim?.kind !== 'effect') return undefined;
  const { exposure } = hypothesis.claim;
  const { table, column } = 'is' in exposure ? exposure.column : exposure;
  return `${table}.${column}`;
}
