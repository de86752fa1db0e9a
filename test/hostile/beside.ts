/**
 * What SQLite keeps beside a database, written here by the book (https://sqlite.org/fileformat.html) from two states of the same file: the
 * tests need no other program, and no crash at the right moment.
 */

const FRAME_HEADER = 24;

export type LogOptions = {
  /** Byte order of the checksums, which tells the machine that wrote the log. */
  readonly bigEndian?: boolean;
  /** What tells the frames of this log from those that an older, longer one left behind them. */
  readonly salt?: number;
  /** Leaves the last frame without the mark of a commit. */
  readonly uncommitted?: boolean;
};

/** The write-ahead log that turns `before` into `after`: a frame for each page that differs, the last one committing. */
export function writeAheadLog(before: Uint8Array, after: Uint8Array, options: LogOptions = {}): Uint8Array {
  const pageSize = pageSizeOf(after);
  const pages = changedPages(before, after, pageSize);
  const log = Buffer.alloc(32 + pages.length * (FRAME_HEADER + pageSize));
  const bigEndian = options.bigEndian === true;
  log.writeUInt32BE(0x377f0682 + Number(bigEndian), 0);
  log.writeUInt32BE(3_007_000, 4);
  log.writeUInt32BE(pageSize, 8);
  const salts = [options.salt ?? 0x12345678, 0x9abcdef0];
  salts.forEach((salt, index) => log.writeUInt32BE(salt, 16 + 4 * index));
  let sums = checksum(log.subarray(0, 24), [0, 0], bigEndian);
  sums.forEach((sum, index) => log.writeUInt32BE(sum, 24 + 4 * index));
  pages.forEach((number, index) => {
    const at = 32 + index * (FRAME_HEADER + pageSize);
    const isLast = index === pages.length - 1 && options.uncommitted !== true;
    log.writeUInt32BE(number, at);
    log.writeUInt32BE(isLast ? after.length / pageSize : 0, at + 4);
    salts.forEach((salt, place) => log.writeUInt32BE(salt, at + 8 + 4 * place));
    log.set(after.subarray((number - 1) * pageSize, number * pageSize), at + FRAME_HEADER);
    sums = checksum(log.subarray(at, at + 8), sums, bigEndian);
    sums = checksum(log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize), sums, bigEndian);
    sums.forEach((sum, place) => log.writeUInt32BE(sum, at + 16 + 4 * place));
  });
  return log;
}

/** The rollback journal of a transaction that had turned `before` into what is on the disk now, and never ended. */
export function hotJournal(before: Uint8Array, now: Uint8Array): Uint8Array {
  const [pageSize, sector, nonce] = [pageSizeOf(before), 512, 0x0badcafe];
  const count = before.length / pageSize;
  const pages = changedPages(now, before, pageSize).filter((number) => number <= count);
  const journal = Buffer.alloc(sector + pages.length * (pageSize + 8));
  journal.write('d9d505f920a163d7', 0, 'hex');
  [pages.length, nonce, count, sector, pageSize].forEach((field, index) => journal.writeUInt32BE(field, 8 + 4 * index));
  pages.forEach((number, index) => {
    const at = sector + index * (pageSize + 8);
    const page = before.subarray((number - 1) * pageSize, number * pageSize);
    journal.writeUInt32BE(number, at);
    journal.set(page, at + 4);
    let sum = nonce;
    for (let place = pageSize - 200; place > 0; place -= 200) sum += page[place] ?? 0;
    journal.writeUInt32BE(sum >>> 0, at + 4 + pageSize);
  });
  return journal;
}

/** The same file, marked as one that keeps a write-ahead log. */
export function inLogMode(file: Uint8Array): Uint8Array {
  const marked = Uint8Array.from(file);
  marked.set([2, 2], 18);
  return marked;
}

function pageSizeOf(file: Uint8Array): number {
  const stored = ((file[16] ?? 0) << 8) | (file[17] ?? 0);
  return stored === 1 ? 65_536 : stored;
}

function changedPages(before: Uint8Array, after: Uint8Array, pageSize: number): number[] {
  const numbers = Array.from({ length: after.length / pageSize }, (_, index) => index + 1);
  return numbers.filter((number) => {
    const [start, end] = [(number - 1) * pageSize, number * pageSize];
    return Buffer.compare(before.subarray(start, end), after.subarray(start, end)) !== 0;
  });
}

function checksum(bytes: Uint8Array, [first = 0, second = 0]: readonly number[], bigEndian: boolean): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, !bigEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, !bigEndian) + first) >>> 0;
  }
  return [first, second];
}
