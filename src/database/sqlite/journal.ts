import type { Pages } from './wal';

const MAGIC = 0xd9d505f9_20a163d7n;
const TO_THE_END = 0xffff_ffff;

/**
 * The pages as they were before a transaction that never ended: what SQLite would roll back
 * (https://sqlite.org/fileformat.html, section 3). Pages are views of the journal.
 * @returns undefined when there is nothing to roll back
 */
export function pagesBeforeTransaction(journal: Uint8Array, pageSize: number): Pages | undefined {
  const view = new DataView(journal.buffer, journal.byteOffset, journal.byteLength);
  const pages = new Map<number, Uint8Array>();
  let pageCount: number | undefined;
  let at = 0;
  while (at + 28 <= journal.length && view.getBigUint64(at) === MAGIC) {
    const [announced, nonce, sector] = [view.getUint32(at + 8), view.getUint32(at + 12), view.getUint32(at + 20)];
    pageCount ??= view.getUint32(at + 16);
    if (view.getUint32(at + 24) !== pageSize || sector < 512) break;
    at += sector;
    const record = pageSize + 8;
    const records = announced === TO_THE_END ? Math.floor((journal.length - at) / record) : announced;
    for (let count = 0; count < records; count++, at += record) {
      if (at + record > journal.length) return result(pages, pageCount);
      const page = journal.subarray(at + 4, at + 4 + pageSize);
      if (view.getUint32(at + 4 + pageSize) !== checksum(nonce, page)) return result(pages, pageCount);
      const number = view.getUint32(at);
      if (number <= pageCount && !pages.has(number)) pages.set(number, page);
    }
    at = Math.ceil(at / sector) * sector;
  }
  return pageCount === undefined ? undefined : result(pages, pageCount);
}

/** The super-journal of a transaction over several files; without that file the journal is stale. */
export function superJournalName(journal: Uint8Array): string | undefined {
  const end = journal.length;
  const view = new DataView(journal.buffer, journal.byteOffset, journal.byteLength);
  if (end < 28 || view.getBigUint64(end - 8) !== MAGIC) return undefined;
  const length = view.getUint32(end - 16);
  if (length === 0 || length > end - 16) return undefined;
  return Buffer.from(journal.subarray(end - 16 - length, end - 16)).toString('utf8');
}

function result(pages: ReadonlyMap<number, Uint8Array>, pageCount: number): Pages | undefined {
  return pages.size === 0 ? undefined : { pages, pageCount };
}

/** Every 200th byte, counted from the page's end. */
function checksum(nonce: number, page: Uint8Array): number {
  let sum = nonce;
  for (let at = page.length - 200; at > 0; at -= 200) sum += page[at] ?? 0;
  return sum >>> 0;
}
