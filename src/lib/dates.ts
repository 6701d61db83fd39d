/** Calendar rules: what a visitor sees as a date is a day in the school's time zone. Pure; small enough for the browser. */

/** A day (`YYYY-MM-DD`) in the school's zone, and its instant in epoch milliseconds: of a bare date that of midnight there. */
export type SchoolDate = { readonly day: string; readonly at: number };

export const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `Jan`, `Feb` to `Dec`. */
export const MONTHS: readonly string[] = LONG_MONTHS.map((name) => name.slice(0, 3));

/** Digits of Devanagari and Bengali as Latin ones. */
export const latinDigits = (text: string) => text.replace(/[०-९০-৯]/g, (digit) => String((digit.charCodeAt(0) & 0x7f) - 0x66));

export const twoDigits = (number: number) => String(number).padStart(2, '0');

/** 1 to 12 of a word that begins as a month's name does, however it goes on: `Sept`, `Febuary`; 0 of any other. */
export const monthNumber = (name: string) => MONTHS.findIndex((month) => name.toLowerCase().startsWith(month.toLowerCase())) + 1;

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const HOUR = 3_600_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, formatter);
  return formatter;
}

/** As `Date.UTC`, which takes the years before 100 for those of the last century. */
export function utc(...parts: Parameters<typeof Date.UTC>): number {
  const [at, year] = [Date.UTC(...parts), parts[0]];
  return year < 100 ? new Date(at).setUTCFullYear(year) : at;
}

/** The wall-clock reading of an instant in a zone, as if it were UTC: epoch milliseconds. */
export const wallClock = (at: number, zone: string): number => Math.floor(at / 1000) * 1000 + zoneOffset(at, zone);

/** The offset from UTC with which a text ends, ms: `Z`, `+0530`, `GMT-03:30`, `GMT+05:53:28`. */
export function readOffset(text: string): number {
  const [, sign, ...parts] = /([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const offset = hours * HOUR + minutes * 60_000 + seconds * 1000;
  return sign === '-' ? -offset : offset;
}

const offsetAt = (at: number, zone: string) => readOffset(formatterFor(zone).format(at));

const WEEK = 7 * 24 * HOUR;
/** Offsets at the beginning of weeks, by zone: `Intl` is slow, and content has thousands of dates. */
const offsets = new Map<string, Map<number, number>>();

function offsetOfWeek(week: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const offset = known.get(week) ?? offsetAt(week * WEEK, zone);
  known.set(week, offset);
  return offset;
}

/** What the clock of a zone is ahead of UTC at an instant, ms. Two changes within a week that cancel each other go unseen. */
export function zoneOffset(at: number, zone: string): number {
  const week = Math.floor(at / WEEK);
  const offset = offsetOfWeek(week, zone);
  return offset === offsetOfWeek(week + 1, zone) ? offset : offsetAt(at, zone);
}

/** The instants between two others at which the clock of a zone changes, to the second. Two changes within a month go unseen. */
export function clockChanges(from: number, to: number, zone: string): number[] {
  const changes: number[] = [];
  const step = 28 * 24 * HOUR;
  for (let start = from; start < to; start += step) {
    let [before, after] = [start, start + step];
    const offset = zoneOffset(before, zone);
    if (zoneOffset(after, zone) === offset) continue;
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (zoneOffset(middle, zone) === offset) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a zone. */
export const dayOf = (at: number, zone: string): string => new Date(wallClock(at, zone)).toISOString().slice(0, 10);

/** The year of an instant in a zone. `Intl`, slow in browsers, is used only within UTC-12 to UTC+14 of a new year. */
export function yearOf(at: number, zone: string): string {
  const earliest = new Date(at - 12 * HOUR).getUTCFullYear();
  const latest = new Date(at + 14 * HOUR).getUTCFullYear();
  return earliest === latest ? String(latest) : dayOf(at, zone).slice(0, 4);
}

/** The day so many days after one (`2026-12-31`, 1 → `2027-01-01`). */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
}

/** Whether a day has ended in a zone. As in {@link yearOf}, `Intl` is used only where it could matter. */
export function isOver(day: string, at: number, zone: string): boolean {
  const end = Date.parse(`${day}T00:00:00Z`) + 24 * HOUR;
  return at >= end + 12 * HOUR || (at >= end - 14 * HOUR && dayOf(at, zone) > day);
}

/** `05 Mar` of a day `2025-03-05`. */
export const dayAndMonth = (day: string): string => `${day.slice(8, 10)} ${shortMonth(day)}`;

/** `5 March` of a day `2025-03-05`. */
export const dayAndLongMonth = (day: string) => `${Number(day.slice(8, 10))} ${LONG_MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** `05-Mar-2025` of a day `2025-03-05`. */
export const dayMonthYear = (day: string): string => `${day.slice(8, 10)}-${shortMonth(day)}-${day.slice(0, 4)}`;

/** `5 Mar 2025` of a day `2025-03-05`, as running text has it. */
export const readableDay = (day: string): string => `${Number(day.slice(8, 10))} ${shortMonth(day)} ${day.slice(0, 4)}`;

/** `5 March 2025` of a day `2025-03-05`. */
export const writtenDay = (day: string): string => `${Number(day.slice(8, 10))} ${monthAndYear(day)}`;

/** The day that a text begins with, written as `1 Dec 2026` or with the whole month, also with spaces that keep it in one line; null: it begins with none. */
export function readWrittenDay(text: string): string | null {
  const [, day = '', name = '', year = ''] = /^(\d{1,2})\s(\p{L}{3,9})\s(\d{4})\b/u.exec(text) ?? [];
  const month = name && monthNumber(name);
  return month ? `${year}-${twoDigits(month)}-${twoDigits(Number(day))}` : null;
}

/** `Mar` of a day or month `2025-03…`. */
export const shortMonth = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))).getUTCDay();
}

/** `Wed` of a day `2025-03-05`. */
export const shortWeekday = (day: string): string => (WEEKDAYS[weekdayOf(day)] ?? '').slice(0, 3);

/** `Saturday 21 Nov` of a day `2026-11-21`, with a no-break space. */
export const weekdayAndDay = (day: string) => `${WEEKDAYS[weekdayOf(day)]} ${Number(day.slice(8, 10))}\u00a0${shortMonth(day)}`;

/** `March 2025` of a month `2025-03`. */
export const monthAndYear = (month: string): string => `${LONG_MONTHS[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** The month `by` months after `month` (`2025-12`, 1 → `2026-01`). */
export function shiftMonth(month: string, by: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${twoDigits((index % 12) + 1)}`;
}

/** The session that ended in a day's year, whose results are the newest (`2026-11-21` → `2025-2026`). */
export function defaultSession(day: string): string {
  const year = Number(day.slice(0, 4));
  return `${year - 1}-${year}`;
}

/** The session one year earlier (`2025-2026` → `2024-2025`). */
export const sessionBefore = (session: string): string => session.replace(/\d{4}/g, (year) => String(Number(year) - 1));

/** A moment as programs read it: ISO 8601 in UTC, to the second. */
export const isoMoment = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** A function that shows epoch milliseconds as date and time of a zone, and names it: `21 Nov 2026, 17:32 IST`. */
export function momentsIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-IN', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return (at) => format.format(at);
}
