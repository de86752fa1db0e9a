import { fakeDatabase } from '../../../test/fakes/database';
import { caseRandom } from '../draw';
import type { Frames } from '../frames';
import { pinned } from '../pin';
import type { Case } from '../tables';
import { databaseOf } from '../write-tables';
import { tablesOf } from './crowd';
import { drawSetting, type Fixed, type Level } from './knobs';
import { drawPlot } from './plot';
import { prove, Rejected } from './proof';
import { writeTexts } from './texts';
import { truthOf } from './truth';

/** Which murder case to make: the same names give the same bytes. */
export type MurderSeed = {
  readonly suite: string;
  readonly caseId: string;
  readonly level: Level;
  readonly solvable: boolean;
  readonly fixed?: Fixed;
};

const MOST_ATTEMPTS = 60;

/** Draws a case until one can be proved (see `proof.ts`). */
export async function murderCase({ suite, caseId, level, solvable, fixed }: MurderSeed, frames: Frames): Promise<Case> {
  const rejections = new Map<string, number>();
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const seed = `${suite}|${caseId}|${attempt}`;
    try {
      const setting = drawSetting(caseRandom(seed, 'setting'), level, solvable, fixed);
      const plot = drawPlot(seed, frames, setting);
      const telling = writeTexts(plot);
      plot.cast.moveIn(plot.scene.city);
      const truth = truthOf(suite, caseId, plot, telling);
      const bytes = await databaseOf(tablesOf(plot));
      const database = await fakeDatabase(bytes);
      try {
        await prove(plot, telling, truth, database);
        return { bytes, truth: await pinned(truth, database) };
      } finally {
        await database.close();
      }
    } catch (error) {
      if (!(error instanceof Rejected || error instanceof RangeError)) throw error;
      rejections.set(error.message, (rejections.get(error.message) ?? 0) + 1);
    }
  }
  const why = [...rejections].map(([message, times]) => `${times} × ${message}`).join('; ');
  throw new Error(`no ${level} case of ${suite}|${caseId} in ${MOST_ATTEMPTS} attempts: ${why}`);
}
