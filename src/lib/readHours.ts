/** Reads hours and days out of the texts in which people tell when something takes place. Pure. */
import { dayAfter, LONG_MONTHS, latinDigits, MONTHS, monthNumber, type SchoolDate, twoDigits } from './dates.ts';

/** Minutes after midnight of the first day, an end on the next day beyond 1440; null: the text names a beginning alone. */
export type Hours = { readonly start: number; readonly end: number | null };

export interface When {
  /** `2026-11-28`, in the school's zone. */
  readonly day: string;
  /** The same day, or the last of several. */
  readonly lastDay: string;
  /** The hours of each day; null: whole days. */
  readonly hours: Hours | null;
}

const NOON = 720;
const DAY = 1440;

const MORNING = 'सुबह|प्रातः|प्रात:|पूर्वाह्न|সকাল|ভোর|morning';
const LATER = 'दोपहर|अपराह्न|शाम|सायं|रात|দুপুর|বিকেল|বিকাল|সন্ধ্যা|রাত|afternoon|evening|night';
const OCLOCK = "o['’]?\\s?clock|बजे|बजकर|টায়|টা|टा";
/** One clock time: `9`, `9:30`, `10.30 a.m.`, `9h30`, `1700 hrs`, `12 noon`, `सुबह 10 बजे`; seconds are passed over. */
const CLOCK = new RegExp(
  [
    `(?:(?<before>${MORNING}|${LATER})\\s*(?:at\\s*)?)?`,
    '(?<quarter>half past|quarter (?:past|to)|साढ़े|साढ़े|सवा|पौने|সাড়ে|সাড়ে|সোয়া|সোয়া|পৌনে)?\\s*',
    '(?<![\\p{L}\\d.:/])(?:(?<word>noon|midday|midnight)(?!\\p{L})|(?:(?<four>[0-2]\\d[0-5]\\d)(?=\\s*h|\\s*(?:-|to)\\s*\\d{4}\\s*h)',
    '|(?<hour>\\d{1,2})(?:[:.h](?<minute>[0-5]\\d)(?::[0-5]\\d)?)?)(?!\\d|[:./]\\d|st|nd|rd|th)',
    `\\s*(?<after>a\\.?\\s?m\\b\\.?|p\\.?\\s?m\\b\\.?|noon|midday|midnight|h(?:ou)?rs?\\b|h\\b|${OCLOCK})?`,
    `(?:\\s*(?:in the|at)?\\s*(?<part>morning|afternoon|evening|night))?)`,
  ].join(''),
  'gu',
);
/** What stands between a beginning and an end. */
const TO = /^\s*,?\s*(?:\(?ist\)?\s*)?(?:-|to|till|until|upto|up to|through|से|থেকে)\s*(?:about\s*)?$/u;
/** What before a bare number says that it is no hour. */
const NO_HOUR = /(?<!\p{L})(?:class(?:es)?|grade|std|standard|section|room|hall|gate|bus|batch|no|rs)\.?\s*$/u;
/** A time after these is an end whose beginning nobody tells. */
const ENDS = /(?:till|until|upto|up to|before|ends at|closes at)\s*$/u;

type Mark = 'am' | 'pm' | 'noon' | 'midnight' | '24h' | null;

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly mark: Mark;
  /** Whether it can stand alone: a number without more is an hour only beside one that can. */
  readonly isSure: boolean;
  readonly from: number;
  readonly to: number;
}

/** Characters that are read of a text; when something takes place stands at its beginning. */
const LONGEST_TEXT = 1000;

/** Latin digits, one sort of dash and colon, small letters. */
const plain = (text: string) =>
  latinDigits(text.slice(0, LONGEST_TEXT).toLowerCase())
    .replace(/[‐-―~→]/g, '-')
    .replace(/：/g, ':')
    .replace(/ /g, ' ');

function markOf(before = '', after = '', part = ''): Mark {
  if (/^a/.test(after)) return 'am';
  if (/^p/.test(after)) return 'pm';
  if (/^(?:noon|midday)/.test(after)) return 'noon';
  if (after === 'midnight') return 'midnight';
  if (after.startsWith('h')) return '24h';
  const told = part || before;
  if (told === '') return null;
  return new RegExp(`^(?:${MORNING})$`, 'u').test(told) ? 'am' : 'pm';
}

const QUARTERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:half|साढ|সা)/u, 30],
  [/^(?:quarter p|सव|সো)/u, 15],
  [/^(?:quarter t|पौ|পৌ)/u, -15],
];

/** What one match of {@link CLOCK} tells; null where its number is no hour. */
function clockOf(match: RegExpExecArray): Clock | null {
  const { before, quarter = '', word, four, hour = '', minute, after, part } = match.groups ?? {};
  const place = { from: match.index, to: match.index + match[0].trimEnd().length };
  const shift = QUARTERS.find(([words]) => words.test(quarter))?.[1] ?? 0;
  if (word) return { hour: 12, minute: shift, mark: word === 'midnight' ? 'midnight' : 'noon', isSure: true, ...place };
  if (four) return { hour: Number(four.slice(0, 2)), minute: Number(four.slice(2)), mark: '24h', isSure: true, ...place };
  const isPadded = minute !== undefined && hour.startsWith('0') && !after;
  const mark = isPadded ? '24h' : markOf(before, after, part);
  const isLength = mark === '24h' && minute === undefined && hour.length < 2; // `2 hrs`
  const textBefore = match.input.slice(0, match.index + match[0].indexOf(hour));
  const isOther = minute === undefined && !after && NO_HOUR.test(textBefore);
  if (Number(hour) > 24 || isLength || isOther) return null;
  const isSure = [minute, after, part, before, quarter].some(Boolean);
  return { hour: Number(hour), minute: Number(minute ?? 0) + shift, mark, isSure, ...place };
}

const clocksOf = (text: string) => [...text.matchAll(CLOCK)].flatMap((match) => clockOf(match) ?? []);

/** A quarter to midnight is on the evening before. */
const withinDay = (minutes: number) => (minutes < 0 ? minutes + DAY : minutes);

/** Minutes after midnight; null where a bare `6:30` may be in the morning or in the evening. */
function minutesOf({ hour, minute, mark }: Clock, shared: Mark = null): number | null {
  const told = mark ?? shared;
  const rest = hour * 60 + minute;
  if (mark === 'noon') return NOON + (hour === 12 ? minute : 0);
  if (mark === 'midnight') return withinDay(minute);
  if (told === '24h' || hour === 0 || hour > 12) return withinDay(rest);
  if (told === 'am') return withinDay((hour % 12) * 60 + minute);
  if (told === 'pm') return (hour % 12) * 60 + minute + NOON;
  // A school's day: from seven to twelve in the morning, from one to half past five in the afternoon.
  if (hour >= 7) return rest;
  return hour < 6 ? rest + NOON : null;
}

/** Minutes of a night with the day before it; what would be longer, such as `3 pm to 1 pm`, is a slip. */
const LONGEST_NIGHT = 20 * 60;

function endAfter(start: number, clock: Clock, shared: Mark): number | null {
  const told = minutesOf(clock, shared);
  if (clock.mark === 'midnight') return DAY + clock.minute > start ? DAY + clock.minute : null;
  if (told !== null && told > start) return told;
  const bare = clock.hour * 60 + clock.minute;
  if (clock.mark === null) return [bare, bare + NOON, bare + DAY].find((end) => end > start) ?? null;
  return told === null || told + DAY - start > LONGEST_NIGHT ? null : told + DAY;
}

/** A decimal in a title, such as `Unit test 3.15 marks`, is a time where it ends a part, or after these. */
const TIME_FOLLOWS = /(?:\b(?:at|from|by)|[@,:;(-])\s*$/;
const PART_ENDS = /^\s*(?:$|[,.;:()-]|(?:to|till|until|and|in|at|on|onwards?|sharp)\b)/;
const isDecimal = (text: string) => /^\s*\d{1,2}\.\d\d$/.test(text);

/** The hours that a text names: `9:00 am to 1:00 pm`, `10.30`, `17:00 hrs`; null where none can be read. */
export function readHours(written: string, kind: 'time' | 'title' = 'time'): Hours | null {
  const text = plain(written);
  const isTime = ({ from, to }: Clock) =>
    kind === 'time' ||
    !isDecimal(text.slice(from, to)) ||
    TIME_FOLLOWS.test(text.slice(0, from)) ||
    PART_ENDS.test(text.slice(to));
  const clocks = clocksOf(text).filter(isTime);
  const isRange = (at: number) => {
    const [first, second] = [clocks[at], clocks[at + 1]];
    if (!first || !second || !(first.isSure || second.isSure)) return false;
    const between = text.slice(first.to, second.from);
    return TO.test(between) || (/^\s*and\s*$/.test(between) && /between\s*$/.test(text.slice(0, first.from)));
  };
  const at = clocks.findIndex((clock, index) => clock.isSure || isRange(index));
  const first = clocks[at];
  if (!first || ENDS.test(text.slice(0, first.from))) return null;
  const second = isRange(at) ? clocks[at + 1] : undefined;
  if (!second) {
    const start = minutesOf(first);
    return start === null || start >= DAY ? null : { start, end: null };
  }
  const shared = second.mark === 'am' || second.mark === 'pm' || second.mark === '24h' ? second.mark : null;
  const last = minutesOf(second);
  let start = minutesOf(first, shared);
  // `11 to 1 pm` begins in the morning.
  if (first.mark === null && shared === 'pm' && start !== null && last !== null && start >= last) start -= NOON;
  if (start === null && last !== null) start = first.hour * 60 + first.minute;
  if (start === null || start < 0 || start >= DAY) return null;
  return { start, end: endAfter(start, second, first.mark) };
}

const MONTH = `(?:${MONTHS.map((month) => `${month.toLowerCase()}[a-z]*`).join('|')})\\.?`;
const WEEKDAY = '(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.?,?\\s*)?';
const NUMBER = '(\\d{1,2})(?:st|nd|rd|th)?';
const JOINED = '(?:\\s*,\\s*\\d{1,2}(?:st|nd|rd|th)?)*\\s*,?\\s*(?:-|to|till|until|through|and|&)\\s*';
/** `17 to 19 October`, `28 Nov - 2 Dec 2026`. */
const DAYS = new RegExp(
  `\\b${NUMBER}(?:\\s*(${MONTH}))?(?:,?\\s*\\d{4})?${JOINED}${WEEKDAY}${NUMBER}\\s*(${MONTH})(?!\\p{L})`,
  'u',
);
/** `October 17 to 19`. */
const DAYS_AFTER_MONTH = new RegExp(
  `\\b(${MONTH})\\s*${NUMBER}${JOINED}(${MONTH})?\\s*${NUMBER}(?!\\d|[:.]\\d|\\s*[ap]\\.?m)`,
  'u',
);
/** `17.10.2026 to 19.10.2026`, `17/10 - 19/10`. */
const DAYS_IN_DIGITS =
  /\b(\d{1,2})([./-])(\d{1,2})(?:\2\d{2,4})?\s*(?:-|to|till|until)\s*(\d{1,2})\2(\d{1,2})(?:\2\d{2,4})?(?!\d|[.:/]\d|\s*[ap]\.?m)/;
/** `2027-06-14 to 2027-06-18`. */
const ISO_DAYS = /\b\d{4}-(\d\d)-(\d\d)\s*(?:-|to|till|until)\s*\d{4}-(\d\d)-(\d\d)\b/;
/** `(Wednesday)`, which may stand behind a day. */
const IN_BRACKETS = /\s*\((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?\)/g;
/** `9:00 am`, which may stand between the days. */
const MARKED_TIME = /,?\s*\b\d{1,2}(?:[:.]\d\d)?\s*[ap]\.?m\b\.?/g;
const DATE = new RegExp(`\\b${NUMBER}\\s*${MONTH}(?:,?\\s*\\d{4})?,?`, 'gu');
const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** `two-day camp`, `Fair, 3 days`, `three days from 8 am`; but `5 days to go`, `30 days course`. */
const COUNT = new RegExp(
  `(?<!\\bafter (?:an? |the )?)\\b(\\d{1,2}|${COUNTS.join('|')})(?:[- ]day|[- ]days(?=\\s*(?:$|[,;:.()-]|(?:from|in|till|until|only|camp|workshop|seminar|training|trip|tour|trek|excursion|fest|fair|exhibition|tournament)\\b)))\\b`,
);

/** Of a word in the place of a month, which may be misspelt and not much longer: `Marathon` is none. */
function monthOf(word: string): number {
  const month = monthNumber(word);
  return word.length > (LONG_MONTHS[month - 1] ?? '').length + 1 ? 0 : month;
}

type DayRange = readonly [first: number, firstMonth: number, last: number, lastMonth: number];

/** Days that a text joins, in whatever form. */
function dayRanges(written: string): DayRange[] {
  const text = plain(written).replace(IN_BRACKETS, '');
  const [, d1, m1, d2, m2] = DAYS.exec(text.replace(MARKED_TIME, '')) ?? [];
  const [, b1, c1, b2, c2] = DAYS_AFTER_MONTH.exec(text) ?? [];
  const [, e1, , f1, e2, f2] = DAYS_IN_DIGITS.exec(text) ?? [];
  const [, g1, h1, g2, h2] = ISO_DAYS.exec(text) ?? [];
  const found: DayRange[] = [];
  if (m2) found.push([Number(d1), monthOf(m1 ?? m2), Number(d2), monthOf(m2)]);
  if (b1) found.push([Number(c1), monthOf(b1), Number(c2), monthOf(b2 ?? b1)]);
  if (e1) found.push([Number(e1), Number(f1), Number(e2), Number(f2)]);
  if (g1) found.push([Number(h1), Number(g1), Number(h2), Number(g2)]);
  return found;
}

/** The last of several days that begin on `day`, at most `longest` of them; null where the text tells of none. */
function readLastDay(written: string, day: string, longest: number): string | null {
  for (const [first, firstMonth, last, lastMonth] of dayRanges(written)) {
    if (first !== Number(day.slice(8)) || firstMonth !== Number(day.slice(5, 7))) continue;
    const year = Number(day.slice(0, 4)) + (lastMonth < firstMonth ? 1 : 0);
    const end = `${year}-${twoDigits(lastMonth)}-${twoDigits(last)}`;
    // `31 February` is no day of the calendar, which would take it for one in March.
    const isDay = !Number.isNaN(Date.parse(end)) && dayAfter(end, 0) === end;
    if (isDay && end > day && end < dayAfter(day, longest)) return end;
  }
  return null;
}

function countedDays(written: string): number {
  const [, count = ''] = COUNT.exec(plain(written)) ?? [];
  return Number(count) || COUNTS.indexOf(count) + 1;
}

/** Days that a text about a thing may tell of as its own; more are of something else, such as an admission. */
const LONGEST = { named: 92, described: 14 };

/** Minutes from which on hours may be those of each of several days. */
const LONG_TALK = 180;

type Times = { readonly title: string; readonly time?: string; readonly description?: string };

/** Zones kept odd hours of their own before; a year before is mistyped, and its hours are on no clock. */
export const FIRST_DAY_WITH_HOURS = '1900-01-01';

export function whenOf({ day }: Pick<SchoolDate, 'day'>, { title, time, description = '' }: Times): When {
  const named = time || title;
  const namedLast = readLastDay(named, day, LONGEST.named);
  // `7.12 to 11.12` may be read either way, and `9 am to 9 Dec 5 pm` as a time to nine.
  const others =
    namedLast === null ? named : [DAYS_IN_DIGITS, DAYS, DATE].reduce((text, days) => text.replace(days, ''), plain(named));
  const hours = day < FIRST_DAY_WITH_HOURS ? null : readHours(others, time ? 'time' : 'title');
  const lastDay =
    namedLast ??
    readLastDay(title, day, LONGEST.named) ??
    // A meeting or talk takes no days that only the description names.
    (hours?.end && hours.end - hours.start < LONG_TALK ? null : readLastDay(description, day, LONGEST.described)) ??
    dayAfter(day, Math.max(0, (countedDays(named) || countedDays(title)) - 1));
  return { day, lastDay, hours };
}

/** The last day of something with a date; undefined without one. */
export function lastDayOf(item: Times & { readonly date: SchoolDate | null }): string | undefined {
  return item.date ? whenOf(item.date, item).lastDay : undefined;
}

/** `17:00` of 1020, in minutes after midnight. */
export const clockText = (minutes: number) => `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`;
