import { expect } from 'vitest';
import { outcomes } from '../agents/investigations';
import { describeCorpus, standingOf, type HostileDatabase } from './corpus';

const PARCELS = `
  CREATE TABLE parcels (id INTEGER PRIMARY KEY, carrier TEXT, late INT);
  INSERT INTO parcels
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400)
    SELECT n, CASE n % 2 WHEN 0 THEN 'swift' ELSE 'cheap' END, CASE n % 2 WHEN 0 THEN n % 10 = 0 ELSE n % 10 > 3 END FROM c;`;

/** An entry of the schema as a program with that module would have left it: ours lacks the module and could not make it. */
function foreign(name: string, using: string, shadows: readonly string[] = []): string {
  const sql = `CREATE VIRTUAL TABLE ${name} USING ${using}`;
  return `
    ${shadows.join(' ')}
    PRAGMA writable_schema = 1;
    INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', '${name}', '${name}', 0, '${sql.replaceAll("'", "''")}');
    PRAGMA writable_schema = 0;`;
}

const fullText: HostileDatabase = {
  name: 'FTS3 and FTS4 are read, matched, and hide their shadow tables',
  content: `
    CREATE VIRTUAL TABLE letters USING fts3(subject, body);
    CREATE VIRTUAL TABLE notes USING fts4(body, tokenize=porter);
    CREATE VIRTUAL TABLE terms USING fts4aux(notes);
    INSERT INTO letters VALUES ('hello', 'the parcel is late'), ('again', 'where is my parcel');
    INSERT INTO notes VALUES ('he was running');`,
  schema: (schema) => {
    expect(standingOf(schema)).toEqual({ letters: 'readable', notes: 'readable', terms: 'readable' });
    expect(schema.tables.map(({ kind }) => kind)).toEqual(['virtual', 'virtual', 'virtual']);
    expect(schema.tables[0]?.columns.filter(({ hidden }) => !hidden).map(({ name }) => name)).toEqual([
      'subject',
      'body',
    ]);
  },
  answers: [
    ["SELECT subject FROM letters WHERE letters MATCH 'late'", [['hello']]],
    ["SELECT count(*) FROM notes WHERE body MATCH 'runs'", [[1]]],
    ["SELECT snippet(letters) FROM letters WHERE body MATCH 'where'", [['<b>where</b> is my parcel']]],
    ["SELECT term FROM terms WHERE col = '*' ORDER BY 1", [['he'], ['run'], ['wa']]],
  ],
};

const unknownModules: HostileDatabase = {
  name: 'FTS5, R-Tree, dbstat, unknown modules and tokenizers: each says why, and a whole investigation goes on beside them',
  content:
    PARCELS +
    foreign('articles', 'fts5(title, body)', [
      "CREATE TABLE articles_content (id INTEGER PRIMARY KEY, c0, c1); INSERT INTO articles_content VALUES (1, 'first', 'text');",
      'CREATE TABLE articles_data (id INTEGER PRIMARY KEY, block BLOB);',
    ]) +
    foreign('places', 'rtree(id, x0, x1)', ['CREATE TABLE places_node (nodeno INTEGER PRIMARY KEY, data);']) +
    foreign('pages', 'dbstat') +
    foreign('spoken', 'fts4(body, tokenize=klingon)', [
      'CREATE TABLE spoken_content (docid INTEGER PRIMARY KEY, c0body);',
    ]) +
    foreign('embeddings', 'vec0(embedding float[3])') +
    foreign('listed', 'csv(filename="/etc/passwd")'),
  schema: (schema) =>
    expect(standingOf(schema)).toEqual({
      parcels: 'readable',
      articles: 'no such module: fts5; its text is in articles_content (id, c0, c1)',
      places: 'no such module: rtree',
      pages: 'no such module: dbstat',
      spoken: 'unknown tokenizer: klingon; its text is in spoken_content (docid, c0body)',
      embeddings: 'no such module: vec0',
      listed: 'no such module: csv',
    }),
  answers: [['SELECT c0 FROM articles_content', [['first']]]],
  failures: [
    ['SELECT * FROM articles', /no such module: fts5/],
    ['SELECT * FROM listed', /no such module: csv/],
    ['SELECT * FROM dbstat', /no such table: dbstat/],
  ],
  investigation: {
    question: 'Are parcels of the cheap carrier late more often?',
    finds: (board) => {
      expect(board.investigation.status).toBe('complete');
      expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported');
      expect(board.investigation.limitations).toContain('virtual places cannot be read: no such module: rtree');
    },
  },
};

/** Replaces text in a stored statement, as a program with its own functions and collations would have written it. */
const rewritten = (name: string, from: string, to: string): string =>
  `PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${name}'; PRAGMA writable_schema = 0;`;

const unknownCollations: HostileDatabase = {
  name: 'unknown collations: on a column, an index and a primary key; an investigation asks of all other columns',
  content:
    PARCELS +
    `ALTER TABLE parcels ADD COLUMN depot TEXT COLLATE nocase REFERENCES keyed; UPDATE parcels SET depot = iif(id % 3, 'a', 'b');` +
    rewritten('parcels', 'nocase', 'german') +
    `CREATE TABLE keyed (name TEXT COLLATE rtrim PRIMARY KEY, n INT); INSERT INTO keyed VALUES ('a', 1), ('b', 2);` +
    rewritten('keyed', 'rtrim', 'LOCALIZED') +
    'CREATE INDEX by_late ON parcels (late); ' +
    `CREATE TABLE plain (word TEXT); CREATE INDEX by_word ON plain (word COLLATE rtrim); INSERT INTO plain VALUES ('b'), ('a');` +
    rewritten('by_word', 'rtrim', 'unicode'),
  schema: (schema) => {
    expect(standingOf(schema)).toEqual({ parcels: 'readable', keyed: 'readable', plain: 'readable' });
    expect(schema.notes).toEqual([
      'parcels.depot is sorted by the unknown collation german: compare it as "depot" COLLATE BINARY',
      'keyed.name is sorted by the unknown collation LOCALIZED: compare it as "name" COLLATE BINARY',
    ]);
  },
  answers: [
    [
      'SELECT depot COLLATE BINARY AS d, count(*) FROM parcels GROUP BY 1 ORDER BY 1',
      [
        ['a', 267],
        ['b', 133],
      ],
    ],
    ['SELECT name FROM keyed NOT INDEXED', [['a'], ['b']]],
    ['SELECT word FROM plain ORDER BY word', [['a'], ['b']]],
  ],
  failures: [['SELECT depot, count(*) FROM parcels GROUP BY 1', /^no such collation sequence: german/]],
  investigation: {
    question: 'Are parcels of the cheap carrier late more often?',
    finds: (board) => {
      expect(board.investigation.status).toBe('complete');
      expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported');
    },
  },
};

const unknownFunctions: HostileDatabase = {
  name: 'unknown functions: in a generated column, a check, a default, an index, a partial index, a trigger',
  content:
    `CREATE TABLE spoken (word TEXT, loud TEXT AS (upper(word)) VIRTUAL, n INT DEFAULT (abs(1)) CHECK (abs(n) > 0));
     INSERT INTO spoken (word) VALUES ('hey');
     CREATE TABLE words (word TEXT, n INT);
     INSERT INTO words VALUES ('a', 1), ('b', 2);
     CREATE INDEX shouted ON words (upper(word));
     CREATE INDEX part ON words (n) WHERE upper(word) = 'A';
     CREATE TRIGGER told AFTER INSERT ON words BEGIN SELECT shout(new.word); END;` +
    rewritten('spoken', 'upper', 'shout') +
    rewritten('spoken', 'abs', 'shout') +
    rewritten('shouted', 'upper', 'shout') +
    rewritten('part', 'upper', 'shout'),
  schema: (schema) => expect(standingOf(schema)).toEqual({ spoken: 'unknown function: shout()', words: 'readable' }),
  answers: [
    ['SELECT word, n FROM words WHERE n = 1', [['a', 1]]],
    ['SELECT count(*) FROM words', [[2]]],
  ],
  failures: [['SELECT * FROM spoken', /^unknown function: shout\(\)$/]],
};

describeCorpus('modules, collations and functions that only another program has', [
  fullText,
  unknownModules,
  unknownCollations,
  unknownFunctions,
]);
