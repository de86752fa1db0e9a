import type { Random } from '../../../src/base/random';
import { between, pick, pickOther } from '../draw';
import type { Cell } from '../tables';
import { isoTime, table, type Domain, type Draft, type DraftHypothesis, type Variant } from './domain';

const MINUTES_PER_DAY = 1_440;
const FIRST_DAY = 19_400;
const DAYS = 60;
const JUNCTIONS = 40;
const DETECTORS_EACH = 3;
const FIRMWARES = ['1.9', '2.1', '2.3'] as const;
const BAD = '2.3';

/**
 * Why a light showed the wrong phase: detectors with one firmware fail at a dip of the power. Decoys: a change of the clock, a fault
 * at another junction the same day, a ticket of the vendor with the wrong number.
 */
export const trafficLight: Domain = {
  name: 'traffic-light',
  variants: [
    'clean',
    'clean',
    'clean',
    'clean',
    'decoys',
    'decoys',
    'decoys',
    'column absent',
    'false premise',
    'equivalent causes',
  ],
  draw,
};

function draw(random: Random, variant: Variant): Draft {
  const junction = between(random, 1, JUNCTIONS);
  const at = (FIRST_DAY + between(random, 20, DAYS - 5)) * MINUTES_PER_DAY + between(random, 7 * 60, 20 * 60);
  const firmware = new Map<number, string>();
  const detectors: Cell[][] = [];
  for (let id = 1; id <= JUNCTIONS * DETECTORS_EACH; id++) {
    const where = Math.ceil(id / DETECTORS_EACH);
    const version = where === junction ? BAD : (firmware.get(where) ?? pick(random, FIRMWARES));
    firmware.set(where, version);
    detectors.push([id, where, version, pick(random, ['loop', 'radar'])]);
  }
  const dips: (readonly [junction: number, at: number])[] = [];
  for (let dip = 0; dip < 300; dip++)
    dips.push([
      between(random, 1, JUNCTIONS),
      FIRST_DAY * MINUTES_PER_DAY + between(random, 0, DAYS * MINUTES_PER_DAY),
    ]);
  const isReal = variant !== 'false premise';
  if (isReal) dips.push([junction, at - 2]);
  const failures: Cell[][] = [];
  const phases: Cell[][] = [];
  const log = (where: number, minute: number, phase: string, wrong: number): void => {
    phases.push([phases.length + 1, where, isoTime(minute), phase, wrong]);
  };
  for (const [where, minute] of dips) {
    const fails = firmware.get(where) === BAD;
    if (fails) failures.push([failures.length + 1, where * DETECTORS_EACH, isoTime(minute + 1), 'no signal']);
    log(where, minute + 2, fails ? 'all green' : 'red', Number(fails));
  }
  for (let entry = 0; entry < 6_000; entry++) {
    const wrong = Number(random() < 0.002);
    log(
      between(random, 1, JUNCTIONS),
      FIRST_DAY * MINUTES_PER_DAY + between(random, 0, DAYS * MINUTES_PER_DAY),
      wrong ? 'all green' : pick(random, ['red', 'green', 'amber']),
      wrong,
    );
  }
  const tickets: Cell[][] = Array.from({ length: 30 }, (_, index) => [
    index + 1,
    between(random, 1, JUNCTIONS),
    isoTime(FIRST_DAY * MINUTES_PER_DAY + between(random, 0, DAYS * MINUTES_PER_DAY)),
    'lamp replaced',
  ]);
  if (variant === 'decoys') {
    const elsewhere = pickOther(
      random,
      Array.from({ length: JUNCTIONS }, (_, index) => index + 1),
      junction,
    );
    failures.push([failures.length + 1, elsewhere * DETECTORS_EACH, isoTime(at - 200), 'vandalism']);
    tickets.push([tickets.length + 1, elsewhere, isoTime(at - 60), `controller of junction ${junction} exchanged`]);
  }
  const [date = '', time = ''] = isoTime(at).split(' ');
  return {
    question:
      variant === 'column absent'
        ? `Which driver ran the red light at junction ${junction} on ${date} at ${time}?`
        : `Why did the light at junction ${junction} show the wrong phase on ${date} at ${time}?`,
    tables: [
      table(
        'junctions',
        { junction_id: 'INTEGER', street: 'TEXT' },
        Array.from({ length: JUNCTIONS }, (_, index) => [index + 1, `Street ${index + 1}`]),
      ),
      table(
        'detectors',
        variant === 'equivalent causes'
          ? {
              detector_id: 'INTEGER',
              junction_id: 'junctions.junction_id',
              firmware: 'TEXT',
              kind: 'TEXT',
              batch: 'TEXT',
            }
          : { detector_id: 'INTEGER', junction_id: 'junctions.junction_id', firmware: 'TEXT', kind: 'TEXT' },
        detectors.map((row) => (variant === 'equivalent causes' ? [...row, `batch ${row[2]}`] : row)),
      ),
      table(
        'detector_failures',
        { failure_id: 'INTEGER', detector_id: 'detectors.detector_id', failed_at: 'TEXT', symptom: 'TEXT' },
        failures,
      ),
      table(
        'power_events',
        { event_id: 'INTEGER', junction_id: 'junctions.junction_id', occurred_at: 'TEXT', kind: 'TEXT' },
        dips.map(([where, minute], index) => [index + 1, where, isoTime(minute), 'dip']),
      ),
      table(
        'phase_log',
        { log_id: 'INTEGER', junction_id: 'junctions.junction_id', logged_at: 'TEXT', phase: 'TEXT', wrong: 'INTEGER' },
        phases,
      ),
      table(
        'tickets',
        { ticket_id: 'INTEGER', junction_id: 'junctions.junction_id', opened_at: 'TEXT', text: 'TEXT' },
        tickets,
      ),
    ],
    hypotheses: variant === 'clean' || variant === 'decoys' ? hypothesesOf(junction, date) : [],
  };
}

function hypothesesOf(junction: number, date: string): readonly DraftHypothesis[] {
  const outcomes = ['phase_log.wrong', 'phase_log.phase'];
  const causedBy = (...sides: readonly { column: string; value: string }[]) =>
    sides.flatMap((exposure) => outcomes.map((outcome) => ({ exposure, outcome, direction: 'raises' as const })));
  return [
    {
      key: 'the detectors fail with firmware 2.3 when the power dips',
      effects: causedBy(
        { column: 'detectors.firmware', value: BAD },
        { column: 'detector_failures.symptom', value: 'no signal' },
      ),
      verdict: 'supported',
      role: 'culprit',
      names: [BAD, 'no signal'],
      sql: `SELECT f.failed_at, f.symptom FROM detector_failures f JOIN detectors d ON d.detector_id = f.detector_id WHERE d.junction_id = ${junction} AND f.failed_at LIKE '${date}%'`,
      alts: [
        `SELECT d.firmware, COUNT(*) AS n, SUM(l.wrong) AS wrong FROM phase_log l JOIN (SELECT DISTINCT junction_id, firmware FROM detectors) d ON d.junction_id = l.junction_id GROUP BY d.firmware`,
      ],
    },
    {
      key: 'the power dipped',
      effects: causedBy({ column: 'power_events.kind', value: 'dip' }),
      verdict: 'supported',
      role: 'background',
      names: ['dip'],
      sql: '',
    },
    {
      key: 'the vendor exchanged something',
      effects: causedBy({ column: 'tickets.text', value: 'lamp replaced' }),
      verdict: 'contradicted',
      role: 'decoy',
      names: ['lamp replaced'],
      sql: `SELECT opened_at, text FROM tickets WHERE text = 'lamp replaced' AND junction_id = ${junction} AND opened_at LIKE '${date}%'`,
    },
  ];
}
