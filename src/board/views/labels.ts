import type { Investigation, Relation } from '../board';
import type { Standing } from './standing';

/** How a thing is named and drawn in the editor: its word, a codicon, and the id of a theme colour. */
export type Label = { readonly word: string; readonly codicon: string; readonly color: string };

export const STANDING_LABELS: Readonly<Record<Standing, Label>> = {
  open: { word: 'open', codicon: 'circle-outline', color: 'descriptionForeground' },
  investigating: { word: 'investigating', codicon: 'sync~spin', color: 'charts.blue' },
  supported: { word: 'supported', codicon: 'pass-filled', color: 'charts.green' },
  contradicted: { word: 'contradicted', codicon: 'error', color: 'charts.red' },
  inconclusive: { word: 'inconclusive', codicon: 'question', color: 'charts.yellow' },
  abandoned: { word: 'abandoned', codicon: 'circle-slash', color: 'disabledForeground' },
  untested: { word: 'untested', codicon: 'circle-outline', color: 'disabledForeground' },
};

export const RELATION_LABELS: Readonly<Record<Relation, Label>> = {
  supports: { word: 'supports', codicon: 'thumbsup', color: 'charts.green' },
  contradicts: { word: 'contradicts', codicon: 'thumbsdown', color: 'charts.red' },
  neutral: { word: 'neutral', codicon: 'dash', color: 'descriptionForeground' },
  'leads-to': { word: 'leads to', codicon: 'arrow-right', color: 'charts.blue' },
};

export const INVESTIGATION_LABELS: Readonly<Record<Investigation['status'], Label>> = {
  running: { word: 'running', codicon: 'sync~spin', color: 'charts.blue' },
  complete: { word: 'complete', codicon: 'pass', color: 'charts.green' },
  partial: { word: 'partly done', codicon: 'pie-chart', color: 'charts.yellow' },
  stopped: { word: 'stopped', codicon: 'debug-stop', color: 'descriptionForeground' },
  failed: { word: 'failed', codicon: 'error', color: 'charts.red' },
};
