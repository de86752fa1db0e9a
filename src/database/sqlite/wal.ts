/** Newer pages of a database file by page number, and how many pages the file then has. */
export type Pages = { readonly pages: ReadonlyMap<number, Uint8Array>; readonly pageCount: number };

const FRAME_HEADER = 24;
const LOG_HEADER = 32;
const MAGIC = 0x377f0682;

/**
 * The pages that a write-ahead log holds of committed transactions: frames with the log's salts and a valid checksum, up to
 * the last commit (https://sqlite.org/fileformat.html, section 4). Pages are views of the log.
 * @returns undefined when the log holds nothing committed
 */
export function committedPages(log: Uint8Array, pageSize: number): Pages | undefined {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  if (log.length < LOG_HEADER) return undefined;
  // The last bit of the magic number tells the byte order of the checksums.
  const littleEndian = view.getUint32(0) === MAGIC;
  if (!littleEndian && view.getUint32(0) !== MAGIC + 1) return undefined;
  if (view.getUint32(8) !== pageSize) return undefined;
  const checksum = new Checksum(view, littleEndian);
  checksum.add(0, 24);
  if (!checksum.equals(24)) return undefined;

  const pages = new Map<number, Uint8Array>();
  const uncommitted = new Map<number, Uint8Array>();
  let pageCount = 0;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    const sameSalts = view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);
    checksum.add(at, 8);
    checksum.add(at + FRAME_HEADER, pageSize);
    if (!sameSalts || !checksum.equals(at + 16)) break;
    uncommitted.set(view.getUint32(at), log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize));
    const pagesAfterCommit = view.getUint32(at + 4);
    if (pagesAfterCommit === 0) continue;
    pageCount = pagesAfterCommit;
    for (const [number, page] of uncommitted) pages.set(number, page);
    uncommitted.clear();
  }
  return pageCount === 0 ? undefined : { pages, pageCount };
}

/** The running checksum of a log: each frame's covers all before it. */
class Checksum {
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(view: DataView, littleEndian: boolean) {
    this.#view = view;
    this.#littleEndian = littleEndian;
  }

  add(start: number, length: number): void {
    let [first, second] = [this.#first, this.#second];
    for (let at = start; at < start + length; at += 8) {
      first = (first + this.#view.getInt32(at, this.#littleEndian) + second) | 0;
      second = (second + this.#view.getInt32(at + 4, this.#littleEndian) + first) | 0;
    }
    [this.#first, this.#second] = [first, second];
  }

  equals(at: number): boolean {
    return this.#view.getInt32(at) === this.#first && this.#view.getInt32(at + 4) === this.#second;
  }
}
