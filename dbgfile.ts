import { readFileSync } from 'node:fs';
import { fakeDatabase } from './test/fakes/database';
import { investigate } from './src/agents/detective';
import { offlineTeam } from './src/agents/offline/team';
import { unsupported } from './src/board/binding';
const nowhere = { load: async () => undefined, append: async () => undefined, save: async () => undefined, finish: async () => undefined };
const never = new AbortController().signal;
const [file = '', question = '', verbose = ''] = process.argv.slice(2);
const database = await fakeDatabase(file.endsWith('.sql') ? readFileSync(file, 'utf8') : readFileSync(file));
const t0 = performance.now();
const board = await investigate(question, { database, databasePath: 'c.sqlite', store: nowhere, team: offlineTeam, clock: { now: () => 0 }, stop: never, signal: never });
console.log('seconds', (performance.now() - t0) / 1000, board.investigation.status, board.investigation.reason, 'q', board.queries.length);
for (const h of board.history) if (h.did === 'failed') console.log('  FAILED', h.by, h.why);
for (const l of [...board.investigation.assumptions, ...board.investigation.limitations]) console.log('  SAYS', l);
for (const e of board.evidence.filter((e) => e.by === 'hypothesizer')) { console.log('  LEAD', e.id, e.fact); if (verbose) console.log('   TEXT', JSON.stringify(board.queries.find((q) => q.id === e.query)?.rows.slice(0, 3)).slice(0, 900)); for (const c of e.clues ?? []) console.log('     CLUE', c.about, '|', c.says, '| n', c.matches, c.doubted ?? ''); }
for (const h of board.hypotheses) { console.log('  ', h.id, h.statement, h.status, h.confidence); for (const l of board.links.filter((l) => l.to === h.id && l.relation !== 'leads-to')) console.log('       ', l.relation, board.evidence.find((e) => e.id === l.from)?.fact); }
console.log(unsupported(board));
if (verbose === '2') console.log(board.report);
if (verbose === '3') for (const q of board.queries) console.log('  Q', q.id, q.ms, q.purpose, '\n', q.sql.slice(0, 800), '\n   ->', JSON.stringify(q.rows.slice(0, 3)).slice(0, 300));
