import { createHash } from 'node:crypto';
import type { FileContents } from './sqljs';

const WHOLE_UP_TO = 512 * 1024 * 1024;
const PIECE = 65_536;
const SAMPLES = 512;

/**
 * Identifies the data: SHA-256 of the file as SQLite sees it (a write-ahead log included) up to 512 MB. Above, of its last write,
 * its length and 512 evenly spread pieces of 64 KB, and then marked as sampled.
 * @param lastWrite what the file system tells, for what the samples miss
 * @param stopped asked between the pieces; the fingerprint of a stopped one means nothing
 */
export function fingerprintOf(contents: FileContents, lastWrite: string, stopped: () => boolean): string {
  const hash = createHash('sha256');
  const whole = contents.length <= WHOLE_UP_TO;
  const step = whole ? PIECE : Math.floor((contents.length - PIECE) / (SAMPLES - 1));
  if (!whole) hash.update(`${lastWrite} ${contents.length} `);
  for (let start = 0; start < contents.length && !stopped(); start += step) {
    hash.update(contents.subarray(start, Math.min(start + PIECE, contents.length)));
  }
  return `${whole ? 'sha256' : 'sampled'}:${hash.digest('hex')}`;
}
