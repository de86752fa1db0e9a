import type { Command } from 'commander';
import { explain as explainOn, type ExplainedEvidence, type Explanation } from '../agents/explain/explanation';
import { openBoard } from './board-file';
import { oneLine, safeData } from './safe-text';
import { colorOf, iconOf } from './standing-signs';
import type { Terminal } from './terminal';
import { wrapText } from './text-table';

export function addExplain(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('tell what a verdict rests on, its weakest link, and what would flip it')
    .argument('<board>', 'board file')
    .argument('<hypothesis>', 'its id: H1')
    .option('--json', 'print one JSON object')
    .action((file: string, id: string, flags: { readonly json?: boolean }) =>
      explain(file, id, flags.json ?? false, terminal),
    );
}

async function explain(file: string, id: string, json: boolean, terminal: Terminal): Promise<void> {
  const { board } = await openBoard(file);
  const explanation = explainOn(board, id.trim().toUpperCase());
  if (json) terminal.printJson({ ...explanation, board: file });
  else terminal.print(explanationText(safeData(explanation), terminal));
}

function explanationText(explanation: Explanation, { colors, width }: Terminal): string {
  const { hypothesis, statement, standing, confidence, verdict, evidence, query } = explanation;
  const room = Math.min(width, 100);
  const paragraph = (text: string, indent = '  '): string => wrapText(oneLine(text), room, indent);
  const list = (items: readonly string[]): string =>
    items.map((item) => paragraph(item, '    ').replace('    ', '  - ')).join('\n');
  const section = (title: string, body: string): string[] => (body === '' ? [] : [`${colors.bold(title)}\n${body}`]);
  const head = `${colorOf(standing, colors)(`${iconOf(standing)} ${hypothesis} ${standing}`)}, confidence ${confidence.toFixed(2)}`;
  return [
    `${head}\n${paragraph(statement)}`,
    ...(verdict ? section('Verdict', paragraph(verdictText(explanation, verdict))) : []),
    ...section('Rests on', list(evidence.filter(({ cited, decides }) => cited || decides).map(evidenceText))),
    ...section('Weakest link', paragraph(explanation.weakestLink)),
    ...section('What would flip it', list(explanation.flips.map(({ what, becomes }) => `${what} → ${becomes}`))),
    ...section('Missing', list(explanation.missing)),
    ...section('Speaks against the verdict', list(explanation.contradictory)),
    ...section('Other evidence', list(evidence.filter(({ cited, decides }) => !cited && !decides).map(evidenceText))),
    ...section('Disputed', list(explanation.disputes.map(({ by, at, note }) => `${by}, ${at}: ${note}`))),
    ...section(
      'At risk',
      list(explanation.atRisk.map((each) => `${each.evidence}: ${each.query} drifted (${each.because})`)),
    ),
    ...section(
      'Not found in the results',
      list(explanation.unsupported.map((each) => `${each.where}: ${each.tokens.join(', ')}`)),
    ),
    ...(query ? section(`Decided by ${query.id}`, query.sql.replaceAll(/^/gm, '  ')) : []),
  ].join('\n\n');
}

function verdictText({ ruleSays }: Explanation, verdict: NonNullable<Explanation['verdict']>): string {
  const { id, rule, rationale, proposed, status, by, round } = verdict;
  const other = proposed === status ? '' : ` The judge proposed ${proposed}.`;
  const who = ruleSays === undefined ? rule : `rule: ${rule}`;
  return `${id} by ${by} in round ${round}; ${who}. ${rationale}${other}`;
}

function evidenceText({ id, query, fact, relation, decides, attack, redundantWith, note }: ExplainedEvidence): string {
  const marks = [
    decides ? 'decides' : relation,
    ...(attack === undefined ? [] : [`attack: ${attack}`]),
    ...(redundantWith === undefined ? [] : [`repeats ${redundantWith}`]),
  ];
  return `${id} from ${query} (${marks.join('; ')}): ${fact}${note === '' ? '' : ` – ${note}`}`;
}
