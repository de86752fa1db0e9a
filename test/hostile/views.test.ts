import { expect } from 'vitest';
import { outcomes } from '../agents/investigations';
import { describeCorpus, standingOf, type HostileDatabase } from './corpus';

const PATIENTS = `
  CREATE TABLE patients (id INTEGER PRIMARY KEY, drug TEXT, age INT, cured INT);
  INSERT INTO patients
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400)
    SELECT n, CASE n % 2 WHEN 0 THEN 'new' ELSE 'old' END, 20 + n % 50, CASE n % 2 WHEN 0 THEN n % 10 > 2 ELSE n % 10 > 6 END FROM c;`;

const unreadableViews: HostileDatabase = {
  name: 'views that cannot be read hide nothing: an investigation of the table beside them is complete, and names them',
  content: `${PATIENTS}
    CREATE VIEW on_nothing AS SELECT * FROM gone;
    CREATE VIEW on_no_column AS SELECT gone FROM patients;
    CREATE VIEW on_no_function AS SELECT shout(drug) FROM patients;
    CREATE VIEW on_no_collation AS SELECT drug COLLATE german FROM patients ORDER BY 1;
    CREATE VIEW on_itself AS SELECT * FROM on_itself;
    CREATE VIEW ping AS SELECT * FROM pong;
    CREATE VIEW pong AS SELECT * FROM ping;
    CREATE VIEW too_few (a, b, c) AS SELECT 1, 2;
    CREATE VIEW on_a_broken_view AS SELECT * FROM on_nothing;`,
  schema: (schema) => {
    expect(standingOf(schema)).toEqual({
      patients: 'readable',
      on_nothing: 'no such table: main.gone',
      on_no_column: 'no such column: gone',
      on_no_function: 'no such function: shout',
      on_no_collation: 'no such collation sequence: german',
      on_itself: 'view on_itself is circularly defined',
      ping: 'view ping is circularly defined',
      pong: 'view pong is circularly defined',
      too_few: "expected 3 columns for 'too_few' but got 2",
      on_a_broken_view: 'no such table: main.gone',
    });
  },
  failures: [
    ['SELECT * FROM on_nothing', /^no such table: main\.gone$/],
    ['SELECT * FROM ping', /^view ping is circularly defined$/],
  ],
  investigation: {
    question: 'Does the new drug raise the chance to be cured?',
    finds: (board) => {
      expect(board.investigation.status).toBe('complete');
      expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported');
      expect(board.investigation.limitations.filter((note) => note.includes('cannot be read'))).toHaveLength(9);
    },
  },
};

const doubleQuotedStrings: HostileDatabase = {
  name: 'views on double-quoted strings work as their author meant them',
  content: `${PATIENTS}
    CREATE VIEW newcomers AS SELECT count(*) AS n FROM patients WHERE drug = "new";
    CREATE VIEW labelled AS SELECT id, "a label" AS label FROM patients WHERE "drug" = "old";`,
  answers: [
    ['SELECT n FROM newcomers', [[200]]],
    ['SELECT label, count(*) FROM labelled GROUP BY 1', [['a label', 200]]],
  ],
  failures: [['SELECT count(*) FROM patients WHERE drug = "new"', /^unknown column: "new"/]],
};

const windows: HostileDatabase = {
  name: 'views on window functions, on recursion, and on each other',
  content: `${PATIENTS}
    CREATE VIEW ranked AS
      SELECT id, drug, row_number() OVER w AS place, sum(cured) OVER (w ROWS 2 PRECEDING) AS lately,
             lag(age, 1, -1) OVER w AS before, percent_rank() OVER (PARTITION BY drug ORDER BY age) AS rank
      FROM patients WINDOW w AS (PARTITION BY drug ORDER BY id);
    CREATE VIEW firsts AS SELECT * FROM ranked WHERE place = 1;
    CREATE VIEW calendar AS
      WITH RECURSIVE days(day) AS (SELECT '2024-02-27' UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < '2024-03-02')
      SELECT day FROM days;`,
  schema: ({ tables }) =>
    expect(tables.map(({ name, rowCount }) => [name, rowCount?.rows])).toEqual([
      ['patients', 400],
      ['ranked', 400],
      ['firsts', 2],
      ['calendar', 5],
    ]),
  answers: [
    [
      'SELECT id, drug, place, before FROM firsts ORDER BY id',
      [
        [1, 'old', 1, -1],
        [2, 'new', 1, -1],
      ],
    ],
    ['SELECT lately FROM ranked WHERE id = 400', [[2]]],
    ['SELECT group_concat(day) FROM calendar', [['2024-02-27,2024-02-28,2024-02-29,2024-03-01,2024-03-02']]],
  ],
};

const doors: HostileDatabase = {
  name: 'views and triggers that try to write, and views that promise one thing and run another',
  content: `${PATIENTS}
    CREATE VIEW door AS SELECT id, drug FROM patients;
    CREATE TRIGGER write_through INSTEAD OF INSERT ON door BEGIN DELETE FROM patients; END;
    CREATE TRIGGER on_read AFTER UPDATE ON patients BEGIN DELETE FROM patients; END;
    CREATE VIEW loads AS SELECT fts3_tokenizer('simple') AS pointer;`,
  schema: (schema) => expect(standingOf(schema)['loads']).toMatch(/fts3_tokenizer/),
  answers: [['SELECT count(*) FROM door', [[400]]]],
  failures: [
    ['INSERT INTO door VALUES (1, 1)', /^refused/],
    ['SELECT * FROM loads', /fts3_tokenizer/],
  ],
};

describeCorpus('views', [unreadableViews, doubleQuotedStrings, windows, doors]);
