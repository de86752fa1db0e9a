import type { ClaimOf } from '../../board/claim';
import type { Clue } from '../../board/clue';
import { formatList } from '../../base/format';
import type { HypothesizerContext } from '../roles';
import { statementOf } from '../report/statements';
import { openCase, type ReadText, type Search } from './clues/case-file';
import type { Atlas } from './understanding/atlas';
import type { Reading } from './understanding/reading';

type Identify = Extract<Reading, { intent: 'identify' }>;

/** Reads the texts of the case, keeps what they tell as leads, and proposes everybody who comes into question. */
export async function proposeSuspects(
  reading: Identify,
  atlas: Atlas,
  context: HypothesizerContext,
  signal: AbortSignal,
): Promise<void> {
  const file = await openCase(context.question, atlas, context, signal);
  if (file === undefined) return context.limit('the data hold no table of those who could be meant');
  for (const limitation of file.limitations) await context.limit(limitation);
  for (const search of file.searches)
    await proposeThose(search, search.for === 'who did it' ? reading.role : BEHIND, file.kind.table, context);
}

const BEHIND = 'one behind it';

async function proposeThose(search: Search, role: string, table: string, context: HypothesizerContext): Promise<void> {
  const { texts, asked, suspects, query } = search;
  const withRole = (clues: readonly Clue[]): Clue[] => clues.map((clue) => ({ ...clue, role }));
  for (const { query: shown, title, clues } of texts)
    await context.recordLead({
      query: shown.id,
      fact: leadFact(title, clues),
      ...(clues.length > 0 && { clues: withRole(clues) }),
    });
  await assumeTold(texts, role, context);
  if (suspects.length === 0 || query === undefined)
    return context.limit(`the data hold no text or record that says who comes into question as the ${role}`);
  const lead = await context.recordLead({
    query: query.id,
    fact: `Who comes into question as the ${role}, by the records that the texts speak of.`,
    ...(asked.length > 0 && { clues: withRole(asked) }),
  });
  for (const { key, label } of suspects) {
    const claim: ClaimOf<'entity'> = { kind: 'entity', table, key, label, role };
    await context.propose({
      statement: statementOf(claim),
      claim,
      rationale: 'comes into question by the records',
      from: [lead.id],
    });
  }
}

/** Says how the texts were read. */
async function assumeTold(texts: readonly ReadText[], role: string, context: HypothesizerContext): Promise<void> {
  const told = texts.flatMap(({ clues }) => clues).filter(({ doubted, opens }) => doubted === undefined && !opens);
  for (const about of new Set(told.map((clue) => clue.about))) {
    const says = told.filter((clue) => clue.about === about).map((clue) => clue.says);
    await context.assume(`the texts tell of ${about === '' ? `the ${role}` : `“${about}”`}: ${says.join('; ')}`);
  }
}

/** What a text is good for, without its words: those are in the query. */
function leadFact(title: string, clues: readonly Clue[]): string {
  const start = title.charAt(0).toUpperCase() + title.slice(1);
  if (clues.length === 0) return `${start} describes nobody who is looked for.`;
  const told = [
    ...new Set(clues.flatMap(({ tests, opens }) => (opens ? ['who comes into question'] : tests.map(topicOf)))),
  ];
  const doubted = clues.every((clue) => clue.doubted !== undefined) ? ', but is not believed' : '';
  return `${start} tells of ${formatList(told)}${doubted}.`;
}

function topicOf({ table, has, where }: Clue['tests'][number]): string {
  const columns = [...new Set((has.length > 0 ? has : where).map(({ column }) => column.column))];
  return columns.length > 0 ? `${table} (${formatList(columns)})` : table;
}
