/*
 * A board as tables. Hypotheses, evidence and links are those of the paper (Data Investigations, CIDR 2027, section 3), with our
 * keys after its columns. Each table is a section of the board's file; a row is a record, and `more` holds the keys that have no
 * column, so that nothing is lost.
 */

export type Column = {
  readonly name: string;
  /** In the record; undefined for a column that repeats what is elsewhere, for people who query. */
  readonly key?: string;
  /** `lines`: an array of lines in the file, one text here. `nullable`: null is a value, not a key that is absent. */
  readonly kind: 'text' | 'nullable' | 'integer' | 'real' | 'flag' | 'lines' | 'json';
};

export type Table = {
  readonly name: string;
  readonly section: string;
  /** `one`: the section is one record. */
  readonly rows: 'one' | 'many';
  readonly columns: readonly Column[];
};

const text = (name: string, key = name): Column => ({ name, key, kind: 'text' });
const of = (kind: Column['kind'], name: string, key = name): Column => ({ name, key, kind });

const id = text('id');
const by = text('by');
const at = text('at');

export const TABLES: readonly Table[] = [
  {
    name: 'investigation',
    section: 'investigation',
    rows: 'one',
    columns: [
      text('question'),
      of('json', 'database'),
      text('team'),
      of('json', 'models'),
      text('status'),
      of('nullable', 'reason'),
      text('started_at', 'startedAt'),
      of('nullable', 'finished_at', 'finishedAt'),
      of('json', 'assumptions'),
      of('json', 'limitations'),
      of('json', 'margins'),
      of('json', 'usage'),
    ],
  },
  {
    name: 'hypotheses',
    section: 'hypotheses',
    rows: 'many',
    columns: [
      id,
      text('description', 'statement'),
      text('status'),
      of('real', 'confidence'),
      text('updated_at', 'updatedAt'),
      text('created_at', 'createdAt'),
      text('proposed_by', 'proposedBy'),
      text('rationale'),
      of('json', 'claim'),
      text('refines'),
      of('flag', 'pinned'),
      of('json', 'hints'),
      text('rejected_by', 'rejectedBy'),
      text('abandoned_because', 'abandonedBecause'),
    ],
  },
  {
    name: 'evidence',
    section: 'evidence',
    rows: 'many',
    columns: [
      id,
      text('description', 'fact'),
      { name: 'sql_text', kind: 'text' },
      { name: 'raw_result', kind: 'json' },
      text('recorded_at', 'recordedAt'),
      by,
      text('query'),
      of('real', 'weight'),
      text('attack'),
      text('label'),
      text('redundant_with', 'redundantWith'),
      of('json', 'statistics'),
    ],
  },
  {
    name: 'links',
    section: 'links',
    rows: 'many',
    columns: [
      id,
      { name: 'src_type', kind: 'text' },
      text('src_id', 'from'),
      text('relation'),
      { name: 'dst_type', kind: 'text' },
      text('dst_id', 'to'),
      text('created_at', 'at'),
      by,
      text('note'),
    ],
  },
  {
    name: 'queries',
    section: 'queries',
    rows: 'many',
    columns: [
      id,
      of('lines', 'sql_text', 'sql'),
      text('purpose'),
      by,
      at,
      of('real', 'ms'),
      text('fingerprint'),
      of('json', 'columns'),
      of('json', 'row_count', 'rowCount'),
      text('digest'),
      of('json', 'rows'),
      of('json', 'cut'),
      of('json', 'verified'),
    ],
  },
  {
    name: 'verdicts',
    section: 'verdicts',
    rows: 'many',
    columns: [
      id,
      text('hypothesis'),
      of('integer', 'round'),
      text('proposed'),
      text('status'),
      of('real', 'confidence'),
      text('rule'),
      text('rationale'),
      of('json', 'cites'),
      by,
      at,
      of('json', 'reviews'),
    ],
  },
  {
    name: 'history',
    section: 'history',
    rows: 'many',
    columns: [at, by, text('did'), text('what'), text('why')],
  },
];

/** The report, and what the board itself holds beside its sections. */
export const REPORT_TABLE = 'CREATE TABLE report ("text" TEXT NOT NULL, "more" TEXT)';

const TYPES: Readonly<Record<Column['kind'], string>> = {
  text: 'TEXT',
  nullable: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  flag: 'INTEGER',
  lines: 'TEXT',
  json: 'TEXT',
};

export function createTable({ name, columns }: Table): string {
  const key = columns.some((column) => column.name === 'id') ? ' PRIMARY KEY' : '';
  const definitions = columns.map(
    (column) => `"${column.name}" ${TYPES[column.kind]}${column.name === 'id' ? key : ''}`,
  );
  return `CREATE TABLE "${name}" (${[...definitions, '"more" TEXT'].join(', ')})`;
}
