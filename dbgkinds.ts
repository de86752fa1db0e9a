import path from 'node:path';
import { loadFrames } from './bench/generate/frames';
import { MM_50, MM_500 } from './bench/generate/suites';
import { caseRandom } from './bench/generate/draw';
import { drawSetting } from './bench/generate/murder/knobs';
import { drawPlot } from './bench/generate/murder/plot';
import { writeTexts } from './bench/generate/murder/texts';
import { truthOf } from './bench/generate/murder/truth';
import { tablesOf } from './bench/generate/murder/crowd';
import { databaseOf } from './bench/generate/write-tables';
import { prove, Rejected } from './bench/generate/murder/proof';
import { fakeDatabase } from './test/fakes/database';
import { investigate } from './src/agents/detective';
import { offlineTeam } from './src/agents/offline/team';
import { passingSql } from './src/agents/clues/record-sql';
import { DEFAULT_LIMITS } from './src/database/port';
const root = process.cwd();
const folders = [...(process.env.FRAMES ? [path.resolve(process.env.FRAMES)] : []), path.join(root, 'bench/frames/public')];
const frames = loadFrames(folders);
const nowhere = { load: async () => undefined, append: async () => undefined, save: async () => undefined, finish: async () => undefined };
const never = new AbortController().signal;
const [suite = 'mm50', pick = ''] = process.argv.slice(2);
const tally: Record<string, Record<string, number>> = {};
const add = (a: string, b: string) => { (tally[a] ??= {})[b] = ((tally[a] ??= {})[b] ?? 0) + 1; };
for (const seedOf of suite === 'mm50' ? MM_50 : MM_500) {
  if (pick && !new RegExp(pick).test(seedOf.caseId)) continue;
  for (let attempt = 1; attempt <= 60; attempt++) {
    const seed = `${seedOf.suite}|${seedOf.caseId}|${attempt}`;
    try {
      const setting = drawSetting(caseRandom(seed, 'setting'), seedOf.level, seedOf.solvable, seedOf.fixed);
      const plot = drawPlot(seed, frames, setting);
      const telling = writeTexts(plot);
      plot.cast.moveIn(plot.scene.city);
      const truth = truthOf(seedOf.suite, seedOf.caseId, plot, telling);
      const database = await fakeDatabase(await databaseOf(tablesOf(plot)));
      await prove(plot, telling, truth, database);
      const board = await investigate(truth.question, { database, databasePath: 'c', store: nowhere, team: offlineTeam, clock: { now: () => 0 }, stop: never, signal: never });
      const keys = async (sql: string) => new Set((await database.query(sql, { ...DEFAULT_LIMITS, rows: 100000, bytes: 1e8 }, never)).rows.map(([k]) => Number(k)));
      const suspects = await keys(plot.suspectSql);
      const S = board.hypotheses.filter((h) => h.claim?.kind === 'entity' && suspects.has(Number(h.claim.key))).length;
      add('suspects', S === suspects.size && board.hypotheses.length === S ? 'ok' : 'wrong');
      const kind = { table: plot.world.name('person'), key: plot.world.name('person.id') };
      for (const w of telling.witnesses) {
        const lead = board.evidence.find((e) => e.fact.includes(w.member.name) && e.by === 'hypothesizer' && /^The .* of /.test(e.fact));
        const way = w.member.street ? 'address' : plot.world.has('alias') && [...plot.world.rowsOf('alias').values()].some((r) => r[1] === w.member.id) ? 'alias' : plot.world.has('employment') && [...plot.world.rowsOf('employment').values()].some((r) => r[1] === w.member.id) ? 'job' : 'name';
        add('reference ' + way, lead ? 'heard' : 'UNHEARD');
        if (!lead) continue;
        const doubted = (lead.clues ?? []).some((c) => /was not there/.test(c.doubted ?? ''));
        if ((lead.clues ?? []).length > 0) add('reliability ' + (w.reliable ? 'honest' : 'liar'), doubted ? 'doubted' : 'believed');
        let spare = (lead.clues ?? []).length;
        for (const { group, hint } of w.tells) {
          const h = plot.hints[group]![hint]!;
          const told = w.reliable ? h : h.falsified!;
          const want = [...(await keys(told.satisfied))].filter((k) => suspects.has(k)).sort().join();
          let found = 'UNREAD';
          for (const c of lead.clues ?? []) {
            const got = [...(await keys(passingSql(c.tests[0]!, kind)))].filter((k) => suspects.has(k)).sort().join();
            if (got === want) { found = 'ok'; if (/nobody/.test(c.doubted ?? '')) found = 'ok but doubted'; }
          }
          if (found !== 'UNREAD') spare--;
          else if ((lead.clues ?? []).length > 0 && w.tells.length === 1) found = 'WRONG';
          add('hint ' + h.kind + ' ' + seedOf.level, found); if (found !== 'ok' && process.env.SHOW) console.log(seedOf.caseId, found, h.kind, '| want', told.satisfied.replaceAll('\n',' ').slice(0,230), '| got', (lead.clues ?? []).map((c) => c.says).join(' || '));
        }
        if (spare > 0) { add('spare clues', String(spare)); if (process.env.SHOW) console.log('SPARE', w.tells.map((t) => plot.hints[t.group]![t.hint]!.kind).join(), '| got', (lead.clues ?? []).map((c) => c.says).join(' || ')); }
      }
      await database.close();
      break;
    } catch (error) {
      if (!(error instanceof Rejected || error instanceof RangeError)) throw error;
    }
  }
}
for (const [k, v] of Object.entries(tally).sort()) console.log(k.padEnd(30), JSON.stringify(v));
