import { readFileSync } from 'node:fs';
import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import { unsupported } from '../../src/board/binding';
import type { Board } from '../../src/board/board';
import { realDatabase } from '../worlds/real';
import { investigated, outcomes } from './investigations';

/** A museum with scans at doors, lockers, and what people say; one of three who scanned at the time took the stone. */
const heist = `
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, department TEXT, shoe_size INTEGER);
CREATE TABLE door_scan (scan_id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff(staff_id), door TEXT, scanned_at TEXT);
CREATE TABLE locker (locker_id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff(staff_id), code TEXT);
CREATE TABLE incident (incident_id INTEGER PRIMARY KEY, happened_on TEXT, category TEXT, summary TEXT);
CREATE TABLE testimony (testimony_id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff(staff_id), words TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO staff SELECT 100 + i, 'Member ' || char(64 + i % 26 + 1) || char(97 + i / 26) || 'x Nr' || char(97 + i % 7), CASE i % 4 WHEN 0 THEN 'security' WHEN 1 THEN 'conservation' WHEN 2 THEN 'education' ELSE 'archive' END, 36 + i % 11 FROM n;
UPDATE staff SET full_name = 'Orla Finch' WHERE staff_id = 110;
UPDATE staff SET full_name = 'Tarek Odum' WHERE staff_id = 113;
UPDATE staff SET full_name = 'Birgit Salo' WHERE staff_id = 117;
UPDATE staff SET full_name = 'Juno Marsh' WHERE staff_id = 121;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO door_scan SELECT i, 101 + (i * 7) % 60, CASE i % 3 WHEN 0 THEN 'east vault' WHEN 1 THEN 'main gate' ELSE 'loading bay' END, date('2022-05-01', '+' || (i % 20) || ' days') || ' ' || printf('%02d:%02d', 8 + i % 9, i % 60) FROM n;
INSERT INTO door_scan VALUES (901, 113, 'east vault', '2022-05-14 22:20'), (902, 117, 'east vault', '2022-05-14 22:31'), (903, 121, 'east vault', '2022-05-14 22:15');
INSERT INTO locker SELECT staff_id, staff_id, char(65 + staff_id % 26) || printf('%03d', (staff_id * 37) % 1000) FROM staff WHERE staff_id <> 121;
UPDATE locker SET code = 'K577' WHERE staff_id = 113;
UPDATE locker SET code = 'M577' WHERE staff_id = 117;
INSERT INTO incident VALUES (1, '2022-05-14', 'theft', 'The sapphire was taken. The case was intact at 22:10 and empty at 22:40. Whoever did it had scanned into the east vault in that time. A single thief, says the guard. Orla Finch heard the glass.'), (2, '2022-05-03', 'noise', 'Loud music in the courtyard.'), (3, '2022-05-09', 'damage', 'A pane was cracked by hail.');
INSERT INTO testimony VALUES (1, 110, 'I keep the guest book. The thief wears shoes of size 40, definitely. The locker code of the thief ended in five seven seven.'), (2, 130, 'I was at home with a cold.'), (3, 141, 'My sister collects stamps.');
UPDATE staff SET shoe_size = 40 WHERE staff_id IN (113, 121);
UPDATE staff SET shoe_size = 44 WHERE staff_id = 117;
`;

/** A firm whose complaint says from which terminal a message went out, and when. */
const leak = `
CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, team TEXT, office TEXT);
CREATE TABLE terminal_login (id INTEGER PRIMARY KEY, employee_id INTEGER REFERENCES employee(id), terminal TEXT, logged_in_at TEXT);
CREATE TABLE complaint (id INTEGER PRIMARY KEY, received_on TEXT, kind TEXT, body TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO employee SELECT i, 'Person ' || char(64 + i % 26 + 1) || char(97 + i / 26) || 'on', CASE i % 3 WHEN 0 THEN 'legal' WHEN 1 THEN 'sales' ELSE 'payroll' END, CASE i % 2 WHEN 0 THEN 'Ghent' ELSE 'Porto' END FROM n;
UPDATE employee SET name = 'Ravi Sandoval', team = 'legal' WHERE id = 12;
UPDATE employee SET name = 'Nell Hardwick', team = 'sales' WHERE id = 19;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO terminal_login SELECT i, 1 + (i * 11) % 40, 'kiosk ' || char(65 + i % 5), date('2023-09-01', '+' || (i % 25) || ' days') || ' ' || printf('%02d:%02d', 7 + i % 9, i % 60) FROM n;
INSERT INTO terminal_login VALUES (801, 12, 'kiosk C', '2023-09-18 19:12'), (802, 19, 'kiosk C', '2023-09-18 19:25');
INSERT INTO complaint VALUES (1, '2023-09-18', 'leak', 'A confidential e-mail went to the press. It was sent from kiosk C between 19:00 and 19:30. The leaker belongs to the legal team, not sales.'), (2, '2023-09-11', 'spam', 'Advertising for shoes.');
`;

/** A bottling plant: which shift's operator broke the press, told by who was on shift and what a colleague saw. */
const plant = `
CREATE TABLE operator (op_no INTEGER PRIMARY KEY, op_name TEXT, badge_colour TEXT, born_on INTEGER);
CREATE TABLE shift_log (entry_no INTEGER PRIMARY KEY, op_no INTEGER REFERENCES operator(op_no), line TEXT, started_at INTEGER);
CREATE TABLE training (training_no INTEGER PRIMARY KEY, op_no INTEGER REFERENCES operator(op_no), course TEXT, held_on INTEGER);
CREATE TABLE fault_report (fault_no INTEGER PRIMARY KEY, fault_day INTEGER, severity TEXT, remarks TEXT);
CREATE TABLE remark (remark_no INTEGER PRIMARY KEY, op_no INTEGER REFERENCES operator(op_no), remark TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO operator SELECT 500 + i, 'Op ' || char(65 + i % 26) || char(97 + i / 26) || 'ers', CASE i % 3 WHEN 0 THEN 'red' WHEN 1 THEN 'white' ELSE 'green' END, 19600101 + (i % 35) * 10000 FROM n;
UPDATE operator SET op_name = 'Magda Voss', badge_colour = 'green', born_on = 19780615 WHERE op_no = 508;
UPDATE operator SET op_name = 'Ilan Dray', badge_colour = 'green', born_on = 19950301 WHERE op_no = 514;
UPDATE operator SET op_name = 'Petra Lund' WHERE op_no = 530;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
INSERT INTO shift_log SELECT i, 501 + (i * 3) % 50, CASE i % 2 WHEN 0 THEN 'bottling press' ELSE 'labelling belt' END, (20240100 + i % 28 + 1) * 10000 + (6 + i % 8) * 100 FROM n;
INSERT INTO shift_log VALUES (900, 508, 'bottling press', 202401171815), (901, 514, 'bottling press', 202401171840);
INSERT INTO training SELECT op_no, op_no, CASE op_no % 2 WHEN 0 THEN 'First Aid' ELSE 'Forklift Driving' END, 20231100 + op_no % 28 + 1 FROM operator WHERE op_no NOT IN (508);
INSERT INTO fault_report VALUES (1, 20240117, 'major', 'The bottling press jammed and a guard rail was bent. It must have been done between 18:00 and 19:00 by whoever signed on to the bottling press. Petra Lund saw part of it.'), (2, 20240104, 'minor', 'Ink ran out.');
INSERT INTO remark VALUES (1, 530, 'Whoever did this wore a red badge, no, wait, a green badge. The culprit is in the mid forties.'), (2, 541, 'Nothing to say.');
`;

async function accusedIn(content: string | Uint8Array, question: string): Promise<readonly [Board, readonly string[]]> {
  const board = await investigated(content, question);
  const supported = board.hypotheses.filter(({ status }) => status === 'supported');
  return [board, supported.map(({ statement }) => statement)];
}

function statusOf(board: Board, name: string): string | undefined {
  return board.hypotheses.find(({ statement }) => statement.startsWith(name))?.status;
}

describe('who did it', () => {
  it('a heist: who scanned at the time and fits what a colleague tells; a missing record excludes nobody', async () => {
    const [board, accused] = await accusedIn(heist, 'Who stole the sapphire?');
    expect(accused, outcomes(board)).toEqual(['Tarek Odum is the thief']);
    expect(statusOf(board, 'Birgit Salo')).toBe('contradicted');
    expect(statusOf(board, 'Juno Marsh')).toBe('inconclusive');
    expect(unsupported(board)).toEqual([]);
  });

  it('every piece of evidence on a suspect shows their key, and says which clue it tests', async () => {
    const board = await investigated(heist, 'Who stole the sapphire?');
    for (const { id, claim } of board.hypotheses) {
      const own = board.links.filter(({ to, relation }) => to === id && relation !== 'leads-to');
      expect(own.length).toBeGreaterThan(0);
      for (const { from } of own) {
        const evidence = board.evidence.find((each) => each.id === from);
        const query = board.queries.find((each) => each.id === evidence?.query);
        expect(evidence?.tests).toBeDefined();
        expect(claim?.kind === 'entity' && query?.sql).toContain(
          `= ${claim?.kind === 'entity' ? String(claim.key) : ''}`,
        );
      }
    }
  });

  it('nobody is accused where all that is told fits two, and the report names both', async () => {
    const tied = `${heist}; UPDATE staff SET shoe_size = 40 WHERE staff_id = 117;`;
    const [board, accused] = await accusedIn(tied, 'Who stole the sapphire?');
    expect(accused, outcomes(board)).toEqual([]);
    expect(statusOf(board, 'Tarek Odum')).toBe('inconclusive');
    expect(statusOf(board, 'Birgit Salo')).toBe('inconclusive');
    const [, answer = ''] = board.report.split('\n\n');
    expect(answer).toContain('cannot be told from these data');
    expect(answer).toContain('Tarek Odum');
    expect(answer).toContain('Birgit Salo');
  });

  it('a leak: the terminal, the time, and a denial', async () => {
    const [board, accused] = await accusedIn(leak, 'Which employee leaked the e-mail?');
    expect(accused, outcomes(board)).toEqual(['Ravi Sandoval is the culprit']);
    expect(statusOf(board, 'Nell Hardwick')).toBe('contradicted');
  });

  it('a broken press: compact dates, a correction in one breath, an age', async () => {
    const [board, accused] = await accusedIn(plant, 'Which operator damaged the bottling press?');
    expect(accused, outcomes(board)).toEqual(['Magda Voss is the culprit']);
    expect(statusOf(board, 'Ilan Dray')).toBe('contradicted');
  });

  it('a database without texts or records of it accuses nobody', async () => {
    const [board, accused] = await accusedIn(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO person VALUES (1, 'Ada'), (2, 'Bo'); CREATE TABLE pet (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person(id)); INSERT INTO pet VALUES (1, 1);",
      'Who stole the necklace?',
    );
    expect(accused).toEqual([]);
    expect(board.investigation.limitations.join(' ')).toContain('no text or record');
  });
});

const mystery = realDatabase('sql-murder-mystery.db');

describe.skipIf(mystery === undefined)('the SQL murder mystery', () => {
  /** Its own answers stand in a table, which a fair question does without. */
  async function withoutAnswers(): Promise<Uint8Array> {
    const { Database } = await initSqlJs();
    const database = new Database(readFileSync(mystery ?? ''));
    database.run('DROP TABLE IF EXISTS solution');
    const bytes = database.export();
    database.close();
    return bytes;
  }

  it('finds who did it; whoever only fits some of it stays open', async () => {
    const question = 'There was a murder in SQL City on January 15, 2018. Who did it?';
    const [board, accused] = await accusedIn(await withoutAnswers(), question);
    expect(accused, outcomes(board)).toEqual([expect.stringMatching(/^Jeremy Bowers is the /)]);
    expect(statusOf(board, 'Joe Germuska')).toBe('inconclusive');
    expect(unsupported(board)).toEqual([]);
  });

  it('finds who was behind it by what the culprit says', async () => {
    const question = 'There was a murder in SQL City on January 15, 2018. Who was behind it?';
    const [board, accused] = await accusedIn(await withoutAnswers(), question);
    expect(accused, outcomes(board)).toContain('Miranda Priestly is the one behind it');
  });
});
