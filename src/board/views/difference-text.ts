import { diffIndices } from 'node-diff3';
import { formatCount, formatList } from '../../base/format';
import { inertLine } from '../../base/inert';
import type { Evidence, Hypothesis, Link, Query, Verdict } from '../board';
import type { Difference, Drift, FieldChange, Sides, VerdictChange } from './difference';
import { withoutLinks } from './answer-text';

/**
 * A difference in the form of `diff`: what was there begins with `-`, what is there now with `+`, what needs a look with `!`, and what
 * only explains with two spaces. One line a fact, whatever the texts hold.
 * @param names what the two versions are called
 */
export function differenceText(difference: Difference, names: Sides<string>): string {
  const { hypotheses, evidence, links, queries } = difference;
  const newEvidence = new Set(evidence.added.map(({ id }) => id));
  const oldEvidence = new Set(evidence.removed.map(({ id }) => id));
  const shown = new Set([...evidence.added, ...evidence.removed].map(({ query }) => query));
  const linksOf = (side: readonly Link[], { id }: Evidence): readonly Link[] => side.filter(({ from }) => from === id);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Verdicts', difference.verdicts.flatMap(verdictLines)],
    ['Drift', [...difference.drifts.flatMap(driftLines), ...difference.atRisk.map(riskLine)]],
    [
      'Hypotheses',
      [
        ...hypotheses.removed.map((each) => `- ${hypothesisLine(each)}`),
        ...hypotheses.added.map((each) => `+ ${hypothesisLine(each)}`),
        ...hypotheses.changed.flatMap((change) => changeLines(change, hypothesisFields)),
      ],
    ],
    [
      'Evidence',
      [
        ...evidence.removed.map((each) => `- ${evidenceLine(each, linksOf(links.removed, each))}`),
        ...evidence.added.map((each) => `+ ${evidenceLine(each, linksOf(links.added, each))}`),
        ...evidence.changed.flatMap((change) => changeLines(change, evidenceFields)),
      ],
    ],
    [
      'Links',
      [
        ...links.removed.filter(({ from }) => !oldEvidence.has(from)).map((each) => `- ${linkLine(each)}`),
        ...links.added.filter(({ from }) => !newEvidence.has(from)).map((each) => `+ ${linkLine(each)}`),
        ...links.changed.flatMap(({ before, after }) => [`- ${linkLine(before)}`, `+ ${linkLine(after)}`]),
      ],
    ],
    ['Reviews', difference.reviews.map(reviewLine)],
    [
      'Queries',
      [
        ...queries.removed.filter(({ id }) => !shown.has(id)).map((each) => `- ${queryLine(each)}`),
        ...queries.added.filter(({ id }) => !shown.has(id)).map((each) => `+ ${queryLine(each)}`),
        ...queries.changed.flatMap((change) => changeLines(change, queryFields)),
        ...(difference.reproduced.length === 0
          ? []
          : [`  ${counted(difference.reproduced.length, 'query', 'queries')} run again with the same answer`]),
      ],
    ],
    ['Investigation', difference.investigation.flatMap(fieldLines)],
    ['Report', difference.report === undefined ? [] : reportLines(difference.report)],
  ];
  return [
    `${inertLine(names.before)} → ${inertLine(names.after)}`,
    '',
    summary(difference),
    ...sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : ['', `@@ ${title} @@`, ...lines])),
    '',
  ].join('\n');
}

/** The difference in one line. */
function summary({ verdicts, drifts, hypotheses, evidence, reviews, report }: Difference): string {
  const both = evidence.added.length + evidence.removed.length + evidence.changed.length;
  const counts = [
    counted(verdicts.length, 'verdict changed', 'verdicts changed'),
    counted(drifts.length, 'query drifted', 'queries drifted'),
    counted(hypotheses.added.length, 'hypothesis added', 'hypotheses added'),
    counted(hypotheses.removed.length, 'hypothesis removed', 'hypotheses removed'),
    counted(hypotheses.changed.length, 'hypothesis edited', 'hypotheses edited'),
    counted(both, 'piece of evidence differs', 'pieces of evidence differ'),
    counted(reviews.length, 'review', 'reviews'),
    ...(report === undefined ? [] : ['another report']),
  ].filter((text) => !text.startsWith('0 '));
  return counts.length === 0 ? 'No verdict, hypothesis, evidence or review differs.' : `${formatList(counts)}.`;
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function verdictLines({ hypothesis, before, after, because }: VerdictChange): string[] {
  return [
    `  ${hypothesis.id} ${inertLine(hypothesis.statement)}`,
    `- ${standingText(before)}`,
    `+ ${standingText(after)}`,
    ...(because === undefined ? [] : [`  because: ${inertLine(because)}`]),
  ];
}

function standingText({ standing, confidence }: VerdictChange['before']): string {
  return confidence === undefined ? standing : `${standing}, confidence ${confidence}`;
}

function driftLines({ query, because, evidence }: Drift): string[] {
  const how = query.verified?.as === 'failed' ? 'fails now' : 'gives another answer';
  return [
    `! ${queryLine(query)} ${how}${because === undefined ? '' : `: ${inertLine(because)}`}`,
    ...evidence.map(({ id, fact }) => `  rests on it: ${id} ${inertLine(fact)}`),
  ];
}

function riskLine(verdict: Verdict): string {
  return `! at risk: ${verdictName(verdict)}, which cites ${verdict.cites.join(', ')}`;
}

function verdictName({ id, hypothesis, status }: Verdict): string {
  return `${id} (${hypothesis} ${status})`;
}

function hypothesisLine({ id, statement, status, confidence, proposedBy, refines }: Hypothesis): string {
  const how = [
    status === 'open' ? status : standingText({ standing: status, confidence }),
    `by ${proposedBy}`,
    ...(refines === undefined ? [] : [`refines ${refines}`]),
  ];
  return `${id} ${inertLine(statement)} (${inertLine(how.join(', '))})`;
}

function hypothesisFields({ statement, rationale, refines, pinned, hints = [], claim }: Hypothesis): Fields {
  return {
    statement,
    rationale,
    refines: refines && `refines ${refines}`,
    pinned: pinned === true ? 'pinned' : undefined,
    hints: hints.length === 0 ? undefined : `hints: ${hints.join(' / ')}`,
    claim: claim && `claim: ${JSON.stringify(claim)}`,
  };
}

function evidenceLine({ id, fact, query, attack }: Evidence, links: readonly Link[]): string {
  const notes = [`from ${query}`, ...(attack === undefined ? [] : [`tries to refute: ${attack}`])];
  const says = links.map(({ relation, to }) => `${relation} ${to}`);
  return inertLine(`${id} ${fact} (${[...notes, ...says].join(', ')})`);
}

function evidenceFields({ fact, weight, attack, statistics, label, redundantWith }: Evidence): Fields {
  return {
    fact,
    weight: `weight ${weight}`,
    attack: attack && `tries to refute: ${attack}`,
    statistics: statistics && `statistics: ${JSON.stringify(statistics)}`,
    label: label && `label: ${label}`,
    redundantWith: redundantWith && `repeats ${redundantWith}`,
  };
}

function linkLine({ from, relation, to, note }: Link): string {
  return inertLine(`${from} ${relation} ${to}${note === '' ? '' : `: ${note}`}`);
}

function reviewLine({ verdict, review: { by, agrees, note } }: Difference['reviews'][number]): string {
  const said = `${by} ${agrees ? 'accepts' : 'disputes'} ${verdictName(verdict)}`;
  return `${agrees ? '+' : '!'} ${inertLine(note === '' ? said : `${said}: ${note}`)}`;
}

function queryLine({ id, purpose }: Query): string {
  return inertLine(`${id} ${purpose}`);
}

function queryFields({ sql, purpose }: Query): Fields {
  return { purpose, sql };
}

/** What is told of a record, by the names of its keys; undefined where there is nothing. */
type Fields = Readonly<Record<string, string | undefined>>;

/** The record's id, and of what is told of it only what differs. */
function changeLines<R extends { readonly id: string }>(
  { before, after }: Sides<R>,
  fieldsOf: (record: R) => Fields,
): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const fields = Object.keys(is).filter((field) => was[field] !== is[field]);
  const lines = (sign: string, of: Fields): string[] =>
    fields.flatMap((field) => signed(sign, of[field]?.split('\n') ?? []));
  const name = before.id === after.id ? after.id : `${before.id}, now ${after.id}`;
  return [`  ${name}`, ...lines('-', was), ...lines('+', is)];
}

function fieldLines({ field, before, after }: FieldChange): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [was, is] = [before.map(String), after.map(String)];
    return [
      ...was.filter((item) => !is.includes(item)).map((item) => `- ${field}: ${inertLine(item)}`),
      ...is.filter((item) => !was.includes(item)).map((item) => `+ ${field}: ${inertLine(item)}`),
    ];
  }
  return [
    ...(before === undefined || before === null ? [] : [`- ${field}: ${valueText(before)}`]),
    ...(after === undefined || after === null ? [] : [`+ ${field}: ${valueText(after)}`]),
  ];
}

function valueText(value: unknown): string {
  return inertLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The lines of the report that differ, as they are read: under their heading, without the links of their numbers. */
function reportLines({ before, after }: Sides<string>): string[] {
  const [was = [], is = []] = [before, after].map((report) => withoutLinks(report).split('\n'));
  const hunks = diffIndices(was, is);
  if (hunks.length === 0) return ['  only the cells that its numbers link to differ'];
  let under: string | undefined;
  return hunks.flatMap(({ buffer1Content: removed, buffer2Content: added, buffer1: [start] }) => {
    const heading = was.slice(0, start).findLast((line) => line.startsWith('#'));
    const isNew = heading !== undefined && heading !== under;
    under = heading;
    return [...(isNew ? [`  ${inertLine(heading)}`] : []), ...signed('-', removed), ...signed('+', added)];
  });
}

function signed(sign: string, lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '').map((line) => `${sign} ${inertLine(line)}`);
}
