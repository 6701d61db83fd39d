/** Days without school, out of the titles of the academic calendar. Pure. */
import { dayAfter } from './dates.ts';
import { whenOf } from './readHours.ts';

export interface DaysOff {
  /** `2026-11-24`. */
  readonly from: string;
  /** The last of them. */
  readonly to: string;
  /** `Guru Nanak Jayanti`, `Puja holidays`; empty when the title says no more than that it is a holiday. */
  readonly name: string;
}

const NAMED = /^holidays?\b\s*(?:[:,(–-]|for\b|on account of\b)?\s*/i;
const SEASON = 'summer|autumn|winter|spring|pujas?|pooja|dussehra|diwali|christmas|(?:mid-?)?term';
const CLOSED = new RegExp(
  [
    `(?<!\\b(?:an?|the|on|of|no|not)\\s)\\b(?:holidays?|vacations?|(?:${SEASON}) break)(?:\\s+(?:begins?|starts?|commences?))?`.concat(
      '\\s*(?:$|[,:;()–-]|(?:from\\s+)?\\d|(?:due to|because of|on account of)\\b)',
    ),
    '\\bschool (?:is |(?:will |shall )?(?:be |remains? ))?closed\\b',
    '\\bno school\\s*(?:$|[,:;.–-]|(?:on|today|tomorrow|for|because|due)\\b)',
  ].join('|'),
  'i',
);
/** A day of which one of these is said is a day of school, or is about homework. */
const OPEN = /\bre-?opens?\b|\bresumes?\b|\bafter\b|\bbefore\b|\bhomework\b|\bends?\b|\blast\b/i;
const BEGINS = /\s+(?:begins?|starts?|commences?)\b.*$/i;
/** No school for some alone. */
const PARTIAL =
  /\bfor (?:the )?(?:class|std|standard|grade|nursery|[lu]?kg|kindergarten|juniors?|seniors?|primary|pre-?primary)/i;
/** Words of an entry that may mean a day without school, for some classes at least: it is quoted, and nothing made of it. */
const UNSURE = /\bholidays?\b|\bvacations?\b|\bbreak\b|\bclosed?\b|\bno (?:school|classes)\b|अवकाश|छुट्टी|ছুটি/i;
const REOPENS = /\bre-?opens?\b|\bclasses resume\b|\bschool resumes\b/i;
/** `(16 to 27 Oct)`, `24.12.2026 - 03.01.2027`, or nothing but `26 to 30 November`: said by the days themselves. */
const DAYS =
  /\s*(?:\([^()]*\d[^()]*\)|(?:^|\s)(?:from )?\d[\d./-]*\s*(?:[–-]|to)\s*\d[\d./-]*|^\d{1,2}\s*(?:[–-]|to)\s*\d{1,2} [A-Z][a-z]+)$/;
/** Characters that are read of a title. */
const LONGEST_TITLE = 300;
/** Longer holidays have an end that the calendar does not tell. */
const LONGEST = 100;

/** Whether an entry with this title is a day without school: `Holiday: Diwali`, `Puja holidays begin`. */
export function isHoliday(whole: string): boolean {
  const title = whole.slice(0, LONGEST_TITLE);
  if (PARTIAL.test(title)) return false;
  return NAMED.test(title) ? !/^holidays? homework/i.test(title) : CLOSED.test(title) && !OPEN.test(title);
}

/** A day that a calendar marks as one of school, which it would not be without. */
const WORKING = /\bworking (?:satur)?day\b/i;

type Entry = { readonly title: string; readonly date: { readonly day: string } | null };

export interface SchoolDays {
  readonly off: readonly DaysOff[];
  /** Days of which it says itself whether there is school, or for whom. */
  readonly marked: readonly { readonly from: string; readonly to: string; readonly title: string }[];
  /** Whether it marks days as days of school. */
  readonly hasWorkingDays: boolean;
  /** The last day of which it tells; empty: of none. */
  readonly until: string;
}

/** The days without school that entries, sorted by day, tell of. Holidays that begin last until the school reopens. */
export function daysOff(entries: readonly Entry[]): DaysOff[] {
  return entries.flatMap(({ title, date }, at) => {
    if (!date || !isHoliday(title)) return [];
    const { day, lastDay } = whenOf(date, { title });
    const reopens = BEGINS.test(title) && entries.slice(at + 1).find((later) => REOPENS.test(later.title))?.date?.day;
    const to = reopens && reopens > day && reopens < dayAfter(day, LONGEST) ? dayAfter(reopens, -1) : lastDay;
    const name = title.slice(0, LONGEST_TITLE).replace(NAMED, '').replace(BEGINS, '').trim();
    return [{ from: day, to, name: to > day ? name.replace(DAYS, '') : name }];
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
    until: dated.at(-1)?.from ?? '',
  };
}
