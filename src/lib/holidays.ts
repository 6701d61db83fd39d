/** Days without school, out of the titles of the academic calendar. Pure. */
import { dayAfter, monthNumber, twoDigits } from './dates.ts';
import { whenOf } from './readHours.ts';

export interface DaysOff {
  /** `2026-11-24`. */
  readonly from: string;
  /** The last of them. */
  readonly to: string;
  /** `Guru Nanak Jayanti`, `Puja holidays`; empty when the title says no more than that it is a holiday. */
  readonly name: string;
}

/** What follows the word where it means the day itself: a name, a date, a reason; not `Holiday camp`, `Holiday cancelled`. */
const NAMED = /^holidays?\b\s*(?:$|[:,(–-]|for\b|on account of\b|due to\b|(?=from\b|begin|start|\d))\s*/i;
const SHORT_SEASON = 'autumn|spring|pujas?|pooja|dussehra|diwali|deepavali|christmas|xmas|onam|pongal|bihu|(?:mid-?)?term';
const SEASON = `summer|winter|${SHORT_SEASON}`;
const LONG = `vacations?|(?:${SEASON}) (?:holidays|break)`;
const CLOSED = new RegExp(
  [
    `(?<!\\b(?:an?|the|my|our|on|of|no|not|half)[\\s-])\\b(?:${LONG}|holidays?|day off)(?:\\s+(?:begins?|starts?|commences?))?\\s*(?:$|[.,:;()–-]|(?:from\\s+)?\\d)`,
    `\\b(?:${LONG}|holidays?)\\s+(?:till|until|up ?to|due to|because of|on account of)\\b`,
    '\\bschool (?:is |(?:will |shall )?(?:be |remains? ))?closed\\b',
    '\\bschool closes (?:for|on account of|due to)\\b',
    '\\bno school\\s*(?:$|[,:;.–-]|(?:on|today|tomorrow|for|because|due)\\b)',
  ].join('|'),
  'i',
);
/** A day of which one of these is said is a day of school, or is about homework. */
const OPEN = /\bre-?opens?\b|\bresumes?\b|\bafter\b|\bbefore\b|\bhomework\b|\bends?\b|\blast\b/i;
const BEGINS = /^commencement of\s+|\s+(?:begins?|starts?|commences?)\b.*$/i;
/** Holidays that last, also where their title does not say that they begin. */
const LASTING = new RegExp(`\\b(?:${LONG})\\b`, 'i');
/** No school for some alone, or on another day. */
const PARTIAL =
  /(?:^|\bfor |\(|[:–-] ?)(?:the )?(?:class|std|standard|grade|nursery|[lu]?kg|kindergarten|juniors?|seniors?|primary|prep|pre-?primary)|\b(?:next|following) day\b|\bcancel|\bexcept\b|\btomorrow\b|^notice\b/i;
/** Words of an entry that may mean a day without school, for some classes at least: it is quoted, and nothing made of it. */
const UNSURE = /\bholidays?\b|\bvacations?\b|\bbreak\b|\bclose[ds]?\b|\bno (?:school|classes)\b|अवकाश|छुट्टी|ছুটি/i;
const REOPENS = /\bre-?open(?:s|ing)?\b(?! for\b)|\bclasses resume\b|\bschool resumes\b/i;
const ENDS = /\b(?:vacations?|holidays|break) ends?\b/i;
/** What a title says of the end of its days: `; school reopens on 7 June`, `till 9 Apr`, `until 24.05.2027`. */
const REOPENING = /[\s.;,–(-]+(?:and )?(?:the )?(?:school |classes )?(?:will )?(?:re-?opens?|resumes?)\b.*$/i;
const UNTIL = /\s+(?:till|until|up ?to)\b.*$/i;
const LAST_DAY = /^\D*\b(?:on )?(\d{1,2})(?:st|nd|rd|th)?[\s./-]*([a-z]{3,}|\d{1,2})\b/i;
/** `(16 to 27 Oct)`, `24.12.2026 - 03.01.2027`, or nothing but `26 to 30 November`: said by the days themselves. */
const DAYS =
  /\s*(?:\([^()]*\d[^()]*\)|(?:^|\s)(?:from )?\d[\d./-]*\s*(?:[–-]|to)\s*\d[\d./-]*|^\d{1,2}\s*(?:[–-]|to)\s*\d{1,2} [A-Z][a-z]+)$/;
/** Characters that are read of a title. */
const LONGEST_TITLE = 300;
/** Longer holidays have an end that the calendar does not tell; those of a festival or between terms are shorter. */
const LONGEST = 100;
const LONGEST_SHORT = 31;
const IS_SHORT = new RegExp(`\\b(?:${SHORT_SEASON}|break)\\b`, 'i');

const begun = (title: string) => title.slice(0, LONGEST_TITLE).replace(REOPENING, '');

/** Whether an entry with this title is a day without school: `Holiday: Diwali`, `Puja holidays begin`. */
export function isHoliday(whole: string): boolean {
  const title = begun(whole);
  if (PARTIAL.test(title)) return false;
  return NAMED.test(title) || (CLOSED.test(title) && !OPEN.test(title));
}

/** A day that a calendar marks as one of school, which it would not be without. */
const WORKING = /(?<!\b(?:last|first|non|of|per)[\s-])\bworking (?:satur)?day\b/i;

type Entry = { readonly title: string; readonly date: { readonly day: string } | null };

export interface SchoolDays {
  readonly off: readonly DaysOff[];
  /** Days of which it says itself whether there is school, or for whom. */
  readonly marked: readonly { readonly from: string; readonly to: string; readonly title: string }[];
  /** Whether it marks days as days of school. */
  readonly hasWorkingDays: boolean;
  /** The first and the last day of which it tells; empty: of none. */
  readonly since: string;
  readonly until: string;
}

/** The last day without school that a title tells by the day of its end, after `day`; null: none. */
function endIn(title: string, day: string): string | null {
  const [reopening, until] = [REOPENING.exec(title)?.[0], UNTIL.exec(begun(title))?.[0]];
  const [, date = '', month = ''] = LAST_DAY.exec(reopening ?? until ?? '') ?? [];
  const end = `${twoDigits(Number(month) || monthNumber(month))}-${twoDigits(Number(date))}`;
  const told = `${Number(day.slice(0, 4)) + (end < day.slice(5) ? 1 : 0)}-${end}`;
  // `31 February` is no day of the calendar.
  if (Number.isNaN(Date.parse(told)) || dayAfter(told, 0) !== told) return null;
  const last = reopening === undefined ? told : dayAfter(told, -1);
  return last >= day && last < dayAfter(day, LONGEST) ? last : null;
}

/** The last day of holidays that begin with an entry, by the later one that tells of their end; null: none does. */
function endAfter(later: readonly Entry[], day: string, longest: number): string | null {
  const next = later.find(({ title }) => REOPENS.test(title) || ENDS.test(title) || (LASTING.test(title) && isHoliday(title)));
  if (!next?.date || isHoliday(next.title)) return null;
  const last = ENDS.test(next.title) ? next.date.day : dayAfter(next.date.day, -1);
  return last >= day && last < dayAfter(day, longest) ? last : null;
}

/** The days without school that entries, sorted by day, tell of. Holidays that begin last until the school reopens. */
export function daysOff(entries: readonly Entry[]): DaysOff[] {
  return entries.flatMap(({ title: whole, date }, at) => {
    if (!date || !isHoliday(whole)) return [];
    const title = begun(whole);
    const { day, lastDay } = whenOf(date, { title });
    const isLasting = lastDay === day && (BEGINS.test(title) || LASTING.test(title));
    const to =
      endIn(whole.slice(0, LONGEST_TITLE), day) ??
      (isLasting ? endAfter(entries.slice(at + 1), day, IS_SHORT.test(title) ? LONGEST_SHORT : LONGEST) : null) ??
      lastDay;
    const name = title
      .replace(NAMED, '')
      .replace(UNTIL, '')
      .replace(BEGINS, '')
      .replace(/^([^(]*)\)$/, '$1')
      .trim();
    return [{ from: day, to, name: to > day ? name.replace(DAYS, '').replace(/\s*[:,–-]$/, '') : name }];
  });
}

export function schoolDays(entries: readonly Entry[]): SchoolDays {
  const dated = entries.flatMap(({ title, date }) => {
    if (!date) return [];
    const { day, lastDay } = whenOf(date, { title });
    return [{ from: day, to: lastDay, title }];
  });
  const isUnsure = (title: string) => UNSURE.test(title) && !OPEN.test(title) && !isHoliday(title);
  return {
    off: daysOff(entries),
    marked: dated.filter(({ title }) => WORKING.test(title) || isUnsure(title)),
    hasWorkingDays: dated.some(({ title }) => WORKING.test(title)),
    since: dated[0]?.from ?? '',
    until: dated.at(-1)?.from ?? '',
  };
}
