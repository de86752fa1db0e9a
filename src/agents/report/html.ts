import MarkdownIt from 'markdown-it';
import { unsupported } from '../../board/binding';
import type { Board, Evidence, Query, Verdict } from '../../board/board';
import { auditGraph } from '../../board/views/audit-graph';
import { cellText } from '../../board/views/cell-text';
import { layoutGraph } from '../../graph/layout';
import { graphToSvg } from '../../graph/svg';
import { formatCount } from '../../base/format';
import { statisticsText } from '../tools/statistics-text';
import { STYLE } from './html-style';

/*
 * A report as one file that needs nothing else: no script, nothing that is fetched, and text of the board is only ever text in it.
 * Its numbers link to the cells they are from, by the ids that the report's own links use (`Q4/1/2`).
 */

/** The board's report with its graph, evidence and queries. */
export function htmlReport(board: Board): string {
  const { question } = board.investigation;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="generator" content="Data Detective">',
    `<title>${escape(question)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    rendered(board),
    facts(board),
    `<section><h2>How the answer came about</h2><div class="graph">${graphToSvg(layoutGraph(auditGraph(board)))}</div></section>`,
    section(
      'Evidence',
      board.evidence.map((piece) => evidenceItem(piece, board)),
    ),
    section('Verdicts', board.verdicts.map(verdictItem)),
    section('Queries', board.queries.map(queryItem)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function rendered(board: Board): string {
  const ids = new Set([...board.evidence, ...board.queries, ...board.verdicts].map(({ id }) => id));
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.disable('image');
  markdown.validateLink = (url) => url.startsWith('#');
  markdown.renderer.rules.text = (tokens, index) => {
    const text = escape(tokens[index]?.content ?? '');
    const before = tokens.slice(0, index);
    const opened = before.filter(({ type }) => type === 'link_open').length;
    const isLink = opened > before.filter(({ type }) => type === 'link_close').length;
    return isLink ? text : text.replaceAll(/\b[EQV][1-9]\d*\b/g, (id) => (ids.has(id) ? reference(id) : id));
  };
  const unfounded = unsupported(board).filter(({ where }) => where.startsWith('report'));
  const notice = unfounded.map(
    ({ where, tokens }) => `<li>${escape(where)}: <mark>${escape(tokens.join(', '))}</mark></li>`,
  );
  return [
    '<article>',
    markdown.render(board.report === '' ? '*There is no report yet.*' : board.report),
    ...(notice.length === 0 ? [] : [`<p>Not found in the results that are cited:</p><ul>${notice.join('')}</ul>`]),
    '</article>',
  ].join('\n');
}

function facts({ investigation }: Board): string {
  const { database, team, models, status, reason, startedAt, finishedAt, usage } = investigation;
  const rows: [string, string][] = [
    ['Database', `${database.path} (${database.engine}, ${database.fingerprint})`],
    ['Team', [team, ...new Set(Object.values(models))].join(', ')],
    ['Status', reason === null ? status : `${status}: ${reason}`],
    ['Time', `${startedAt}${finishedAt === null ? '' : ` to ${finishedAt}`}`],
    ['Used', `${usage.rounds} rounds, ${usage.queries} queries, ${usage.modelCalls} model calls, ${usage.seconds} s`],
  ];
  const lines = rows.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`);
  return `<section><h2>The investigation</h2><dl>${lines.join('')}</dl></section>`;
}

function evidenceItem({ id, fact, query, attack, statistics, redundantWith }: Evidence, board: Board): string {
  const notes = [
    ...(attack === undefined ? [] : [`tries to refute: ${attack}`]),
    ...(redundantWith === undefined ? [] : [`repeats ${redundantWith}`]),
    ...(statistics === undefined ? [] : [statisticsText(statistics)]),
  ];
  const links = board.links
    .filter(({ from }) => from === id)
    .map(
      ({ relation, to, note }) => `<li>${escape(relation)} ${escape(to)}${note === '' ? '' : `: ${escape(note)}`}</li>`,
    );
  return [
    `<section id="${id}"><h3>${id} from ${reference(query)}</h3><p>${escape(fact)}</p>`,
    ...notes.map((note) => `<p class="note">${escape(note)}</p>`),
    links.length === 0 ? '' : `<ul>${links.join('')}</ul>`,
    '</section>',
  ].join('');
}

function verdictItem({ id, hypothesis, status, confidence, rule, rationale, cites, reviews = [] }: Verdict): string {
  const said = reviews.map(
    ({ by, at, agrees, note }) => `<li>${escape(`${by} ${agrees ? 'accepts' : 'disputes'} it, ${at}: ${note}`)}</li>`,
  );
  return [
    `<section id="${id}"><h3>${id}: ${escape(hypothesis)} ${escape(status)}, confidence ${confidence}</h3>`,
    `<p>${escape(rationale)}</p><p class="note">${escape(rule)}; cites ${cites.map(reference).join(', ') || 'nothing'}</p>`,
    said.length === 0 ? '' : `<ul>${said.join('')}</ul>`,
    '</section>',
  ].join('');
}

function queryItem(query: Query): string {
  const { id, sql, purpose, by, columns, rows, rowCount, cut, warnings = [], verified } = query;
  const head = columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('');
  const body = rows.map((row, r) => {
    const cells = row.map((value, c) => {
      const kind = value === null ? ' class="null"' : typeof value === 'string' ? '' : ' class="number"';
      return `<td id="${id}/${r}/${c}"${kind}>${escape(cellText(value))}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const count = typeof rowCount === 'number' ? formatCount(rowCount) : `at least ${formatCount(rowCount.atLeast)}`;
  const notes = [
    `${count} ${rowCount === 1 ? 'row' : 'rows'}, asked by ${by}`,
    ...(cut && cut.rows > 0 ? [`${formatCount(cut.rows)} rows are not kept`] : []),
    ...(cut && cut.characters > 0 ? [`${formatCount(cut.characters)} characters are not kept`] : []),
    ...warnings,
    ...(verified
      ? [`${verified.as} when verified, ${verified.at}${verified.because === undefined ? '' : `: ${verified.because}`}`]
      : []),
  ];
  return [
    `<section id="${id}"><h3>${id}: ${escape(purpose)}</h3><pre><code>${escape(sql)}</code></pre>`,
    rows.length === 0
      ? ''
      : `<div class="result"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`,
    `<p class="note">${notes.map(escape).join('; ')}</p></section>`,
  ].join('');
}

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<section><h2>${title}</h2>${items.join('\n')}</section>`;
}

function reference(id: string): string {
  return `<a href="#${escape(id)}">${escape(id)}</a>`;
}

/** Text inert in HTML, and without the characters that it forbids. */
function escape(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\uFFFD')
    .replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
