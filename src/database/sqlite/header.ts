import { Fault } from '../../base/fault';

const HEADER_LENGTH = 100;

/** The fields of a database header that matter before SQLite reads it (https://sqlite.org/fileformat.html, section 1.3). */
export type Header = {
  readonly pageSize: number;
  readonly changeCounter: number;
  /** Pages the file should have, where the header tells. */
  readonly pageCount: number | undefined;
};

/**
 * @param bytes the first bytes of the file, at least 100 where it has them
 * @throws Fault for what is no SQLite file, or one that this version cannot read
 */
export function readHeader(bytes: Buffer, path: string): Header {
  if (bytes.length === 0) throw new Fault(`the file is empty: ${path}`, 'Choose a file that holds a database.');
  if (bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw otherFile(bytes, path);
  if (bytes.length < HEADER_LENGTH) throw truncated(path, bytes.length, HEADER_LENGTH);
  const stored = bytes.readUInt16BE(16);
  const pageSize = stored === 1 ? 65_536 : stored;
  if (bytes.readUInt8(19) > 2 || bytes.readUInt32BE(44) > 4) {
    throw new Fault(
      `written by a newer version of SQLite than this one reads: ${path}`,
      'Update the extension, or export the data with the program that wrote it.',
    );
  }
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) {
    throw new Fault(`not a readable SQLite file (page size ${pageSize}): ${path}`, 'Restore it from a backup.');
  }
  const changeCounter = bytes.readUInt32BE(24);
  const pageCount = bytes.readUInt32BE(28);
  const isKnown = pageCount > 0 && bytes.readUInt32BE(92) === changeCounter;
  return { pageSize, changeCounter, pageCount: isKnown ? pageCount : undefined };
}

export function truncated(path: string, length: number, expected: number): Fault {
  return new Fault(
    `the file is cut off: ${path} has ${length} bytes, its header promises ${expected}`,
    'Copy it again, or restore it from a backup.',
  );
}

/** First bytes of files that people take for an SQLite database. */
const SIGNATURES: readonly {
  readonly at: number;
  readonly text: string;
  readonly what: string;
  readonly next: string;
}[] = [
  {
    at: 8,
    text: 'DUCK',
    what: 'a DuckDB database',
    next: 'Export it: ATTACH a new file (TYPE sqlite), then COPY FROM DATABASE.',
  },
  {
    at: 4,
    text: 'Standard Jet DB',
    what: 'a Microsoft Access database',
    next: 'Export its tables to SQLite, for example with mdb-sqlite.',
  },
  {
    at: 4,
    text: 'Standard ACE DB',
    what: 'a Microsoft Access database',
    next: 'Export its tables to SQLite, for example with mdb-sqlite.',
  },
  {
    at: 0,
    text: '** This file contains an SQLite 2',
    what: 'an SQLite 2 database',
    next: 'Convert it: sqlite OLD .dump | sqlite3 NEW.',
  },
  {
    at: 0,
    text: 'PGDMP',
    what: 'a PostgreSQL dump',
    next: 'Restore it into PostgreSQL and export the tables to SQLite.',
  },
  { at: 0, text: 'PAR1', what: 'a Parquet file', next: 'Import it into an SQLite file first.' },
  { at: 0, text: 'Obj\x01', what: 'an Avro file', next: 'Import it into an SQLite file first.' },
  { at: 0, text: '\x89HDF', what: 'an HDF5 file', next: 'Import it into an SQLite file first.' },
  {
    at: 0,
    text: 'PK\x03\x04',
    what: 'a ZIP archive or an Office document',
    next: 'Unpack it, or import the sheet into an SQLite file.',
  },
  { at: 0, text: '\x1f\x8b', what: 'a gzip archive', next: 'Unpack it first: gunzip.' },
  { at: 0, text: '(\xb5/\xfd', what: 'a Zstandard archive', next: 'Unpack it first: zstd -d.' },
];

function otherFile(bytes: Buffer, path: string): Fault {
  const head = bytes.toString('latin1', 0, 512);
  const known = SIGNATURES.find(({ at, text }) => head.startsWith(text, at));
  if (known) return new Fault(`not an SQLite file but ${known.what}: ${path}`, known.next);
  if (/^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(head)) {
    return /\b(CREATE TABLE|INSERT INTO|BEGIN TRANSACTION|PRAGMA )/i.test(head)
      ? new Fault(`not an SQLite file but SQL text: ${path}`, 'Build the database first: sqlite3 NEW.sqlite < FILE.')
      : new Fault(
          `not an SQLite file but text: ${path}`,
          'Import it first: sqlite3 NEW.sqlite ".import --csv FILE TABLE".',
        );
  }
  return new Fault(
    `encrypted, or not an SQLite file: ${path}`,
    'If it is encrypted (SQLCipher), export a plain copy with the program that has the key.',
  );
}
