import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes something from files once: again only when a file changed or the last time did not end. A call that has nothing
 * to do costs a few milliseconds.
 * @param {string} stamp the file that remembers what it was made from; lies in what is made
 * @param {readonly string[]} sources the files it is made from
 * @param {() => void | Promise<void>} make
 */
export async function whenChanged(stamp, sources, make) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(stamp, { force: true });
  await make();
  writeFileSync(path.resolve(stamp), wanted);
}
