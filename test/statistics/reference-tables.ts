import type { Table2x2 } from '../../src/statistics/table';

/** Exposed events, exposed non-events, unexposed events, unexposed non-events. */
export function table(...counts: readonly [number, number, number, number]): Table2x2 {
  const [exposedEvents, exposedNonEvents, unexposedEvents, unexposedNonEvents] = counts;
  return { exposedEvents, exposedNonEvents, unexposedEvents, unexposedNonEvents };
}

/** Success of open surgery against PCNL, by stone size (Charig 1986). */
export const kidney = [table(81, 6, 234, 36), table(192, 71, 55, 25)];

/** Admission of men against women, by department A–F (Bickel 1975; R's UCBAdmissions). */
export const admissions = [
  table(512, 313, 89, 19),
  table(353, 207, 17, 8),
  table(120, 205, 202, 391),
  table(138, 279, 131, 244),
  table(53, 138, 94, 299),
  table(22, 351, 24, 317),
];

/** Churn with and without streaming TV among customers with internet, by internet service and contract (IBM's Telco sample). */
export const streaming = [
  table(89, 209, 305, 620),
  table(30, 225, 23, 292),
  table(8, 396, 4, 220),
  table(568, 432, 594, 534),
  table(91, 306, 13, 129),
  table(28, 325, 3, 73),
];

/**
 * The same without the customers who have no total charge yet (11, of whom 5 have internet). The reference prints the standardised risk
 * difference as .031 [.007,.054]: so do these tables, while all customers give .0305 [.0074,.0535].
 */
export const streamingBilled = [...streaming.slice(0, 2), table(8, 392, 4, 219), ...streaming.slice(3)];

/** Survival of the crew against the third class, by sex (women, men; R's Titanic). */
export const titanic = [table(20, 3, 90, 106), table(192, 670, 88, 422)];

/** Cure without delay against after 1½ hours, by penicillin level (R's `mantelhaen.test` example). */
export const rabbits = [table(0, 6, 0, 5), table(3, 3, 0, 6), table(6, 0, 2, 4), table(5, 1, 6, 0), table(2, 0, 5, 0)];

/** Tuberculosis with and without BCG vaccination in thirteen trials (Colditz 1994; metafor's dat.bcg). */
export const vaccination = [
  table(4, 119, 11, 128),
  table(6, 300, 29, 274),
  table(3, 228, 11, 209),
  table(62, 13536, 248, 12619),
  table(33, 5036, 47, 5761),
  table(180, 1361, 372, 1079),
  table(8, 2537, 10, 619),
  table(505, 87886, 499, 87892),
  table(29, 7470, 45, 7232),
  table(17, 1699, 65, 1600),
  table(186, 50448, 141, 27197),
  table(5, 2493, 3, 2338),
  table(27, 16886, 29, 17825),
];
