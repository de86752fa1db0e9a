import path from 'node:path';
import { loadFrames } from './bench/generate/frames';
import { casesOf } from './bench/run/suites';
import { fakeDatabase } from './test/fakes/database';
import { investigate } from './src/agents/detective';
import { offlineTeam } from './src/agents/offline/team';
import { submissionOf } from './bench/score/board-submission';
import { score } from './bench/score/score';
const root = process.cwd();
const folders = [...(process.env.FRAMES ? [path.resolve(process.env.FRAMES)] : []), path.join(root, 'bench/frames/public')];
const frames = loadFrames(folders);
const [suite = 'mm50', pick = '', verbose = ''] = process.argv.slice(2);
const nowhere = { load: async () => undefined, append: async () => undefined, save: async () => undefined, finish: async () => undefined };
const never = new AbortController().signal;
const sums: Record<string, number[]> = {};
for (const planned of casesOf(suite)) {
  if (pick && !new RegExp(pick).test(planned.caseId)) continue;
  const { bytes, truth } = await planned.make(frames);
  const database = await fakeDatabase(bytes);
  const t0 = performance.now();
  const board = await investigate(truth.question, { database, databasePath: 'c.sqlite', store: nowhere, team: offlineTeam, clock: { now: () => 0 }, stop: never, signal: never });
  const seconds = (performance.now() - t0) / 1000;
  const s = await score(truth, submissionOf(board, seconds), database, never);
  const m = s.metrics;
  const f = (n: number | undefined) => (n === undefined ? '-' : n.toFixed(2));
  for (const k of ['correctness','completeness','verifiability','verdictAccuracy','unsupportedClaims','replayability','brier','queries','seconds']) if (m[k] !== undefined) (sums[k] ??= []).push(m[k]);
  console.log(planned.caseId, 'corr', f(m.correctness), 'compl', f(m.completeness), 'VE', f(m.verifiability), 'va', f(m.verdictAccuracy), 'ucr', f(m.unsupportedClaims), 'rep', f(m.replayability), 'brier', f(m.brier), 'q', m.queries, 's', f(seconds), 'M', truth.murderers.length, 'S', truth.hypotheses.length, 'H', board.hypotheses.length, board.investigation.status, board.investigation.reason ?? '');
  if (verbose) {
    for (const h of board.history) if (h.did === 'failed') console.log('  FAILED', h.by, h.why);
    for (const l of board.investigation.limitations) console.log('  LIMIT', l);
    for (const e of board.evidence.filter((e) => e.by === 'hypothesizer')) {
      const q = board.queries.find((x) => x.id === e.query);
      console.log('  LEAD', e.id, e.fact);
      if (e.clues !== undefined || verbose === '2') console.log('     TEXT', JSON.stringify(q?.rows.slice(0,3).map((r) => r.filter((c) => typeof c === 'string' && c.length > 20))));
      for (const c of e.clues ?? []) console.log('     CLUE', c.about, '|', c.says, '| n', c.matches, c.doubted ? 'DOUBTED ' + c.doubted : '');
    }
    for (const h of board.hypotheses) {
      const t = truth.hypotheses.find((x) => x.aliases.includes(h.claim?.kind === 'entity' ? h.claim.label : ''));
      console.log('  ', h.id, h.statement, h.status, h.confidence, '| truth', t?.verdict, t?.role);
      if (verbose === '2' || t?.verdict !== h.status) for (const l of board.links.filter((l) => l.to === h.id && l.relation !== 'leads-to')) console.log('       ', l.relation, board.evidence.find((e) => e.id === l.from)?.fact);
      if (verbose === '2') for (const g of truth.evidence.filter((g) => g.hyp === t?.key)) console.log('        GOLD', g.polarity, g.kind, g.sql.replaceAll('\n', ' '));
    }
    for (const u of s.unsupported) console.log('  UNSUPPORTED', u);
    if (verbose === '3') for (const q of board.queries) console.log('  Q', q.id, q.ms, q.purpose, '\n', q.sql, '\n   ->', JSON.stringify(q.rows.slice(0, 3)).slice(0, 300));
  }
  await database.close();
}
console.log(Object.entries(sums).map(([k, v]) => `${k} ${(v.reduce((a, b) => a + b, 0) / v.length).toFixed(3)}`).join('  '));
