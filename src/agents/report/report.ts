import type { Board, Hypothesis, Verdict } from '../../board/board';
import { formatCount, formatNumber } from '../../base/format';
import { describeEstimate } from '../../board/views/estimate-text';
import { evidenceOn, primaryOf } from '../../board/views/measured';
import { answerOf } from './answer';
import { clueLines } from './identified';

/** The report that needs no model: answer first, then each hypothesis with its verdict, numbers, evidence and SQL. */
export function templateReport(board: Board): string {
  const { question, assumptions, limitations } = board.investigation;
  const tested = board.hypotheses.filter(({ id }) => lastVerdict(board, id) !== undefined);
  const sections = [
    `# ${oneLine(question)}`,
    answerOf(board),
    ...section('What the answer rests on', clueLines(board)),
    ...section(
      'How the question was read',
      assumptions.map((text) => `- ${oneLine(text)}`),
    ),
    ...section(
      'What limits the answer',
      limitations.map((text) => `- ${oneLine(text)}`),
    ),
    ...(tested.length > 0
      ? ['## Hypotheses', summaryTable(board, tested), ...tested.map((each) => hypothesisSection(board, each))]
      : []),
    ...section('Not pursued', notPursued(board)),
  ];
  return `${sections.join('\n\n')}\n`;
}

export function lastVerdict(board: Board, hypothesis: string): Verdict | undefined {
  return board.verdicts.findLast((verdict) => verdict.hypothesis === hypothesis);
}

function summaryTable(board: Board, hypotheses: readonly Hypothesis[]): string {
  const rows = hypotheses.map((hypothesis) => {
    const statistics = primaryOf(board, hypothesis)?.statistics;
    const effect =
      statistics?.interval && statistics.p !== undefined
        ? describeEstimate(statistics.measure, {
            estimate: statistics.estimate,
            interval: statistics.interval,
            p: statistics.p,
          })
        : '';
    const n = statistics && statistics.n > 0 ? formatCount(statistics.n) : '';
    const evidence = primaryOf(board, hypothesis)?.id ?? '';
    return `| ${hypothesis.id} | ${cell(hypothesis.statement)} | ${hypothesis.status} | ${formatNumber(hypothesis.confidence)} | ${n} | ${cell(effect)} | ${evidence} |`;
  });
  return [
    '| | hypothesis | verdict | confidence | n | effect | evidence |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function hypothesisSection(board: Board, hypothesis: Hypothesis): string {
  const verdict = lastVerdict(board, hypothesis.id);
  const lines = [`### ${hypothesis.id}: ${oneLine(hypothesis.statement)}`, ''];
  if (verdict) {
    // Most rationales of the rules end with the rule itself.
    const rule = verdict.rationale.toLowerCase().includes(verdict.rule.toLowerCase())
      ? ''
      : ` (${oneLine(verdict.rule)})`;
    const cites = verdict.cites.length > 0 ? ` [${verdict.cites.slice(0, 4).join(', ')}]` : '';
    lines.push(
      `**${capitalised(verdict.status)}**, confidence ${formatNumber(verdict.confidence)}${rule}. ${oneLine(verdict.rationale)}${cites}`,
    );
    if (verdict.proposed !== verdict.status)
      lines.push('', `The judge proposed ${verdict.proposed}; the rules decide.`);
  }
  const evidence = evidenceOn(board, hypothesis.id);
  for (const [relation, title] of [
    ['supports', 'For'],
    ['contradicts', 'Against'],
    ['neutral', 'Neither'],
  ] as const) {
    const linked = new Set(
      board.links.filter((link) => link.to === hypothesis.id && link.relation === relation).map(({ from }) => from),
    );
    const own = evidence.filter(({ id }) => linked.has(id));
    if (own.length > 0) lines.push('', `${title}:`, '', ...own.map(({ id, fact }) => `- ${oneLine(fact)} [${id}]`));
  }
  const deciding = primaryOf(board, hypothesis) ?? evidence[0];
  const query = deciding && board.queries.find(({ id }) => id === deciding.query);
  if (query) lines.push('', `Decided by ${query.id}:`, '', '```sql', query.sql, '```');
  return lines.join('\n');
}

function notPursued(board: Board): string[] {
  return board.hypotheses
    .filter(({ id, status }) => status === 'abandoned' || lastVerdict(board, id) === undefined)
    .map(({ id, statement, status, abandonedBecause }) => {
      const why = status === 'abandoned' ? `abandoned: ${abandonedBecause ?? 'no reason given'}` : 'not tested';
      return `- ${id}: ${oneLine(statement)} (${oneLine(why)})`;
    });
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
