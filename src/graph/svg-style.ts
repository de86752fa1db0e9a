import type { AuditRelation } from '../board/views/audit-graph';
import type { Standing } from '../board/views/standing';

type Palette = {
  readonly background: string;
  readonly box: string;
  readonly border: string;
  readonly text: string;
  readonly quiet: string;
  readonly question: string;
  readonly questionText: string;
  readonly standings: Readonly<Record<Standing, string>>;
  readonly relations: Readonly<Record<AuditRelation, string>>;
};

/* Blue-green and vermilion stay apart for every kind of colour vision (after Okabe and Ito, 2008); text has a contrast of 4.5 at least. */

const LIGHT: Palette = {
  background: '#f7f8fa',
  box: '#ffffff',
  border: '#d3d8e0',
  text: '#1c2430',
  quiet: '#5b6675',
  question: '#26324a',
  questionText: '#ffffff',
  standings: {
    open: '#5b6675',
    investigating: '#1d5fc2',
    supported: '#00705a',
    contradicted: '#b8400b',
    inconclusive: '#8a6100',
    abandoned: '#6a7380',
    untested: '#5b6675',
  },
  relations: {
    asks: '#b4bcc8',
    supports: '#008068',
    contradicts: '#c4470f',
    neutral: '#6f7a89',
    'leads-to': '#1d5fc2',
    'refined-by': '#7a3fb8',
    from: '#8b95a3',
  },
};

const DARK: Palette = {
  background: '#161b22',
  box: '#1f2630',
  border: '#3a4452',
  text: '#e8ecf2',
  quiet: '#a3adba',
  question: '#dfe6f2',
  questionText: '#161b22',
  standings: {
    open: '#a3adba',
    investigating: '#7db1ff',
    supported: '#4fcfa9',
    contradicted: '#ff9566',
    inconclusive: '#f0c64f',
    abandoned: '#98a2af',
    untested: '#a3adba',
  },
  relations: {
    asks: '#4c5766',
    supports: '#3dbd98',
    contradicts: '#f58350',
    neutral: '#98a2af',
    'leads-to': '#6aa5ff',
    'refined-by': '#bf95f2',
    from: '#76818f',
  },
};

/** A relation is told by its line as well as by its colour and its label. */
const DASHES: Readonly<Record<AuditRelation, string>> = {
  asks: 'none',
  supports: 'none',
  contradicts: '7 4',
  neutral: '1.5 4',
  'leads-to': '9 4 2 4',
  'refined-by': '14 4',
  from: '3 3',
};

export type Theme = 'light' | 'dark' | 'auto';

/** The rules of a style sheet for everything inside `.d2-graph`; `auto` follows the reader's setting. */
export function styleSheet(theme: Theme): string {
  const colours =
    theme === 'auto'
      ? [...colourRules(LIGHT), '@media (prefers-color-scheme: dark) {', ...colourRules(DARK), '}']
      : colourRules(theme === 'light' ? LIGHT : DARK);
  return [...shapeRules(), ...colours].join('\n');
}

function shapeRules(): string[] {
  return [
    '.d2-graph text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }',
    '.d2-graph text { unicode-bidi: isolate; }',
    '.d2-graph .heading { font-weight: 600; }',
    '.d2-graph .attack .box { stroke-dasharray: 5 3; }',
    '.d2-graph .question text { font-weight: 600; }',
    '.d2-graph .edge path { fill: none; stroke-width: 1.6; stroke-linecap: round; }',
    '.d2-graph .edge text { text-anchor: middle; font-weight: 600; }',
    '.d2-graph .sign { fill: none; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }',
    ...Object.entries(DASHES).map(
      ([relation, dashes]) => `.d2-graph .${relation} path { stroke-dasharray: ${dashes}; }`,
    ),
  ];
}

function colourRules(palette: Palette): string[] {
  return [
    `.d2-graph .background, .d2-graph .ground { fill: ${palette.background}; }`,
    `.d2-graph .box, .d2-graph .sheet { fill: ${palette.box}; stroke: ${palette.border}; }`,
    `.d2-graph text { fill: ${palette.text}; }`,
    `.d2-graph .heading { fill: ${palette.quiet}; }`,
    `.d2-graph .track { fill: ${palette.border}; }`,
    `.d2-graph .bar { fill: ${palette.quiet}; } .d2-graph .attack .sign { stroke: ${palette.quiet}; }`,
    `.d2-graph .drifted .heading { fill: ${palette.standings.contradicted}; }`,
    `.d2-graph .question .box { fill: ${palette.question}; stroke: none; }`,
    `.d2-graph .question text { fill: ${palette.questionText}; }`,
    ...Object.entries(palette.standings).map(
      ([standing, colour]) =>
        `.d2-graph .${standing} .heading, .d2-graph .${standing} .bar { fill: ${colour}; } .d2-graph .${standing} .sign { stroke: ${colour}; }`,
    ),
    ...Object.entries(palette.relations).map(
      ([relation, colour]) =>
        `.d2-graph .edge.${relation} path { stroke: ${colour}; } .d2-graph .edge.${relation} text, .d2-graph .arrow-${relation} { fill: ${colour}; }`,
    ),
  ];
}
