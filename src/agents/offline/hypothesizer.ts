import type { ClaimOf, Condition } from '../../board/claim';
import type { HypothesizerContext } from '../roles';
import { Atlas } from './understanding/atlas';
import { readQuestion, type Reading } from './understanding/reading';
import { proposeCauses } from './propose-causes';
import { proposeChange } from './propose-change';
import { proposeDrivers } from './propose-drivers';
import { proposeRivals } from './propose-rivals';
import { proposeSuspects } from './propose-suspects';
import { statementOf } from '../report/statements';

/** Reads the question, and proposes one hypothesis a candidate answer plus the rivals that could fake or hide it. */
export async function hypothesize(context: HypothesizerContext, signal: AbortSignal): Promise<void> {
  if (context.request !== undefined) return;
  const atlas = await Atlas.explore(context.question, context, signal);
  if (atlas.tables.length === 0) return context.limit('the data hold no rows: there is nothing to investigate');
  if (atlas.skipped.length > 0)
    await context.limit(`${atlas.skipped.length} tables that the question does not name were not looked into`);
  const reading = await readQuestion(context.question, atlas, context, signal);
  for (const assumption of reading.assumptions) await context.assume(assumption);
  await propose(reading, atlas, context, signal);
}

async function propose(
  reading: Reading,
  atlas: Atlas,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<void> {
  switch (reading.intent) {
    case 'unanswerable':
      return context.limit(reading.why);
    case 'compare':
      return proposeComparison(reading, atlas, context, signal);
    case 'effect': {
      const claim: ClaimOf<'effect'> = {
        kind: 'effect',
        ...frame(reading),
        exposure: reading.exposure,
        ...(reading.versus && { versus: reading.versus }),
        outcome: reading.outcome,
        direction: reading.direction,
      };
      await context.propose({ statement: statementOf(claim), claim, rationale: 'what the question asks' });
      return proposeRivals(claim, atlas.keys, context, signal);
    }
    case 'drivers':
      return proposeDrivers(reading, atlas, context, signal);
    case 'change':
      return proposeChange(reading, atlas, context, signal);
    case 'event':
      return proposeCauses(reading, context);
    case 'identify':
      return proposeSuspects(reading, atlas, context, signal);
  }
}

/** One hypothesis a candidate, each against the others, and rivals for the one that looks best. */
async function proposeComparison(
  reading: Extract<Reading, { intent: 'compare' }>,
  atlas: Atlas,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<void> {
  const [first, second, ...more] = reading.candidates;
  const claims = reading.candidates.map((candidate): ClaimOf<'effect'> => {
    const other: Condition | undefined = more.length === 0 ? (candidate === first ? second : first) : undefined;
    return {
      kind: 'effect',
      ...frame(reading),
      exposure: candidate,
      ...(other && { versus: other }),
      outcome: reading.outcome,
      direction: reading.direction,
      ...(reading.chosenAmong !== undefined && { chosenAmong: reading.chosenAmong }),
    };
  });
  for (const claim of claims)
    await context.propose({ statement: statementOf(claim), claim, rationale: 'a candidate answer' });
  await proposeRivals(claims, atlas.keys, context, signal);
}

function frame({ unit, population }: { unit: string; population: readonly Condition[] }) {
  return { unit, ...(population.length > 0 && { population: [...population] }) };
}
