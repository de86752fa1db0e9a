import type { Value } from '../../board/value';

/** How a column stores dates. */
export type DateFormat =
  | 'iso' // 2024-05-31, with or without a time
  | 'slashed' // 2024/05/31
  | 'compact' // 20240531 or 202405311405, as number or text
  | 'day.month.year' // 31.05.2024
  | 'month/day/year' // 05/31/2024
  | 'epoch seconds'
  | 'epoch milliseconds'
  | 'julian day';

const NAMED_LIKE_TIME =
  /date|time|day|month|year|when|stamp|(^|_)at$|At$|_on$|On$|created|updated|since|until|start|end|born|birth|dob|arriv|depart/i;

const NAMED_LIKE_NUMBER =
  /amount|amt|price|total|sum|value|cost|salary|income|quantity|qty|count|size|number|code|(^|_)(id|no|nr|key)$|Id$/i;

/** What a column's least and greatest value say about its dates; numbers that could be others must also be named like a time. */
export function dateFormatOf(column: string, least: Value, greatest: Value): DateFormat | undefined {
  const [first, format] = [formatOf(least), formatOf(greatest)];
  // Birthdays before 1973 have few seconds, those before 1970 negative ones.
  const isEarly = format === 'epoch seconds' && typeof least === 'number' && Math.abs(least) < 4.2e9;
  if (format === undefined || (first !== format && !isEarly)) return undefined;
  const isSure = typeof least === 'string' || NAMED_LIKE_TIME.test(column);
  const mayBe = !NAMED_LIKE_NUMBER.test(column) && isUnmistakable(format, least, greatest);
  return isSure || mayBe ? format : undefined;
}

/** Numbers that are dates by themselves: valid calendar days, or whole days and minutes of this age. */
function isUnmistakable(format: DateFormat, least: Value, greatest: Value): boolean {
  if (least === greatest) return false;
  if (format === 'compact') return true;
  const isWhole = (value: Value): boolean => typeof value === 'number' && value % 60 === 0 && value >= 5e8;
  return format === 'epoch seconds' && isWhole(least) && isWhole(greatest);
}

function formatOf(value: Value): DateFormat | undefined {
  if (typeof value === 'string') {
    if (/^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])([ T]|$)/.test(value)) return 'iso';
    if (/^\d{4}\/(0[1-9]|1[0-2])\/([0-2]\d|3[01])/.test(value)) return 'slashed';
    if (/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d){1,2})?$/.test(value)) return 'compact';
    if (/^([0-2]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}/.test(value)) return 'day.month.year';
    if (/^(0[1-9]|1[0-2])\/([0-2]\d|3[01])\/\d{4}/.test(value)) return 'month/day/year';
    return undefined;
  }
  if (typeof value !== 'number') return undefined;
  if (Number.isInteger(value) && formatOf(String(value)) === 'compact') return 'compact';
  if (value >= 2.4e6 && value < 2.5e6) return 'julian day';
  if (value >= 1e8 && value < 4.2e9) return 'epoch seconds';
  if (value >= 1e11 && value < 4.2e12) return 'epoch milliseconds';
  return undefined;
}

/** The calendar day of a stored date as SQL, `YYYY-MM-DD`. */
export function daySql(expression: string, format: DateFormat): string {
  const part = (from: number, length: number) => `substr(${expression}, ${from}, ${length})`;
  switch (format) {
    case 'iso':
      return part(1, 10);
    case 'slashed':
      return `replace(${part(1, 10)}, '/', '-')`;
    case 'compact':
      return `${part(1, 4)} || '-' || ${part(5, 2)} || '-' || ${part(7, 2)}`;
    case 'day.month.year':
      return `${part(7, 4)} || '-' || ${part(4, 2)} || '-' || ${part(1, 2)}`;
    case 'month/day/year':
      return `${part(7, 4)} || '-' || ${part(1, 2)} || '-' || ${part(4, 2)}`;
    case 'epoch seconds':
      return `date(${expression}, 'unixepoch')`;
    case 'epoch milliseconds':
      return `date(${expression} / 1000, 'unixepoch')`;
    case 'julian day':
      return `date(${expression})`;
  }
}

const DAY = 86_400_000;

/** Days since the epoch of an ISO date. */
export function dayNumber(iso: string): number {
  return Math.floor(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / DAY);
}

export function isoDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The same day so many months later; the 31st becomes the last day of a shorter month. */
export function addMonths(iso: string, months: number): string {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10);
}
