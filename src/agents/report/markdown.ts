import { formatCount } from '../../base/format';
import type { Board, Evidence, Query } from '../../board/board';
import { cellText } from '../../board/views/cell-text';
import { statisticsText } from '../tools/statistics-text';
import { fenced, inertMarkdown, plainMarkdown } from './inert-markdown';

/** The board's report as a Markdown file that stands alone: below it the evidence and the queries, which its numbers link to. */
export function markdownReport(board: Board): string {
  return (
    [
      reportText(board).replaceAll(/\]\(#([EQ]\d+)[^)]*\)/g, (_, id: string) => `](${anchorOf(id)})`),
      ...section(
        'Evidence',
        board.evidence.map((piece) => evidencePart(piece, board)),
      ),
      ...section('Queries', board.queries.map(queryPart)),
    ].join('\n\n') + '\n'
  );
}

/** The report as Markdown that does nothing but say something. */
export function reportText({ report, investigation }: Board): string {
  if (report.trim() === '') return `# ${plainMarkdown(investigation.question)}\n\nThere is no report yet.`;
  return inertMarkdown(report).trim();
}

/** What a piece of evidence says on which hypotheses. */
export function bearings({ id }: Evidence, { links }: Board): readonly string[] {
  return links
    .filter(({ from }) => from === id)
    .map(({ relation, to, note }) => `${relation} ${to}${note === '' ? '' : `: ${plainMarkdown(note)}`}`);
}

/** How much there is of a result, and how much of it is kept. */
export function sizeOf({ rowCount, cut }: Query): string {
  const count = typeof rowCount === 'number' ? formatCount(rowCount) : `at least ${formatCount(rowCount.atLeast)}`;
  const left = cut && cut.rows > 0 ? `, ${formatCount(cut.rows)} of them not kept` : '';
  return `${count} ${rowCount === 1 ? 'row' : 'rows'}${left}`;
}

function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}

function evidencePart(piece: Evidence, board: Board): string {
  const { id, fact, query, attack, statistics, redundantWith } = piece;
  const notes = [
    ...(attack === undefined ? [] : [`tries to refute: ${plainMarkdown(attack)}`]),
    ...(redundantWith === undefined ? [] : [`repeats [${redundantWith}](${anchorOf(redundantWith)})`]),
    ...(statistics === undefined ? [] : [plainMarkdown(statisticsText(statistics))]),
    ...bearings(piece, board),
    `from [${query}](${anchorOf(query)})`,
  ];
  return `### ${id}\n\n${plainMarkdown(fact)}\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
}

function queryPart(query: Query): string {
  const { id, purpose, sql, by, columns, rows } = query;
  const line = (cells: readonly string[]): string => `| ${cells.map(plainMarkdown).join(' | ')} |`;
  const table = [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map((row) => line(row.map(cellText)))];
  return [
    `### ${id}`,
    plainMarkdown(`${purpose} (${by}): ${sizeOf(query)}`),
    fenced('sql', sql),
    ...(rows.length === 0 ? [] : [table.join('\n')]),
  ].join('\n\n');
}

/** Where a heading that is only an id stands, on GitHub and in editors. */
function anchorOf(id: string): string {
  return `#${id.toLowerCase()}`;
}
