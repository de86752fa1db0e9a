import { DEFAULT_LIMITS, type Database } from '../../src/database/port';
import { entitiesIn } from '../score/graph';
import { NameIndex } from '../score/name-index';
import { Replayer } from '../score/replay';
import type { GoldEvidence, Truth } from '../score/truth';

/** The truth with what its own queries return: the hash of the result, the things it names, the cells it rests on. */
export async function pinned(truth: Truth, database: Database): Promise<Truth> {
  const signal = new AbortController().signal;
  const replayer = new Replayer(database);
  const index = await NameIndex.of(truth.names, database, signal);
  const evidence: GoldEvidence[] = [];
  for (const each of truth.evidence) {
    const replay = await replayer.run(each.sql, signal);
    if (replay.failed !== undefined)
      throw new Error(`gold query of ${truth.caseId} fails: ${replay.failed}\n${each.sql}`);
    const { columns, rows } = await database.query(each.sql, DEFAULT_LIMITS, signal);
    const [table = '', key = ''] = each.hyp.split(':');
    evidence.push({
      ...each,
      resultHash: replay.digest,
      entities: [...entitiesIn(replay, index)].sort(),
      atoms: rows
        .slice(0, 5)
        .flatMap((row) =>
          row
            .slice(1)
            .map((cell, at): GoldEvidence['atoms'][number] => [
              table,
              key,
              columns[at + 1] ?? '',
              typeof cell === 'bigint' || cell instanceof Uint8Array ? String(cell) : cell,
            ]),
        ),
    });
  }
  return { ...truth, evidence };
}
