/** What is asked most, answered from what the pages and the calendar say. Pure. */
import { dayAfter, LONG_MONTHS, monthNumber, readableDay, shiftMonth, WEEKDAYS, weekdayOf } from '../../lib/dates.ts';
import { isHoliday, tellsOfSchool } from '../../lib/schoolDays.ts';
import { indexWords, plainReader, queryWords } from '../../lib/searchWords.ts';
import type { CalendarDays, SearchAnswer, SearchEntry, SearchLine, SearchStatics } from '../../types/search.ts';

export interface Answer extends Pick<SearchAnswer, 'heading' | 'href' | 'page'> {
  readonly lines: readonly SearchLine[];
}

export interface Present {
  /** `2026-11-23`, in the school's zone. */
  readonly today: string;
  readonly calendar: readonly SearchEntry[];
  readonly closures: readonly SearchEntry[];
}

const HOLIDAYS = 5;
/** Entries before a day that the calendar does not name: of holidays that began and one within them. */
const BEFORE = 2;
/** Lines of a page that are told whole, and those that are told of more. */
const WHOLE = 12;
const FIRST = 3;

const spoken = (day: string) => `${WEEKDAYS[weekdayOf(day)]}, ${readableDay(day)}`;
/** Half a year: what is asked for without a year is nearer. */
const HALF_A_YEAR = 183;

type Words = readonly string[];

const NEAR: Words = ['yesterday', 'today', 'tomorrow'];
const NEXT = 'next';
const NAMES = WEEKDAYS.map((name) => name.toLowerCase());
const isDay = (word: string) => word.startsWith('@') || NAMES.includes(word);
/** What stands for every day in the phrases that ask for one. */
const ANY_DAY = 'saturday';

const CLASS = /^(?:class|std|standard|grade|nursery|lkg|ukg)$/;
/** Whether a word says no more about what is asked for: the class is told apart in the answer. */
const isBeside = (word: string) => word === 'school' || /^\d+$/.test(word) || CLASS.test(word);

interface Phrase {
  readonly words: Words;
  readonly answer: SearchAnswer;
  /** The words of an answer of many lines, such as one for each bus stop, by which these are told apart. */
  readonly listed: ReadonlySet<string>;
}

/**
 * The answer whose longest phrase is in the query, in these words or others that mean the same, and makes up half of it,
 * without what names a line of the answer.
 */
function asked(phrases: readonly Phrase[], telling: Words, words: Words) {
  let best: SearchAnswer | null = null;
  let most = 0;
  for (const { words: phrase, answer, listed } of phrases) {
    if (phrase.length <= most || !phrase.every((word) => words.includes(word))) continue;
    if (2 * phrase.length < telling.filter((word) => !listed.has(word)).length) continue;
    best = answer;
    most = phrase.length;
  }
  return best;
}

/** What is counted in a question about fees, in English and Hindi: a number before it is no class, but in "class 9 year fees". */
const COUNTED =
  /^(?:month|mahin[aeo]?|year|saal|day|child|children|kid|student|bach?ch[aeo]n?|son|daughter|brother|sister|sibling|time|baar|term|instal?lment|rs|rupee|percent)$/;

/** Classes by which a table may name the youngest, in the order in which they are looked for. */
const YOUNGEST: Readonly<Record<string, Words>> = {
  kg: ['lkg', 'ukg', 'nursery'],
  lkg: ['lkg', 'nursery'],
  ukg: ['ukg', 'nursery'],
};

function fees({ fees: { rows, notes } }: SearchStatics, query: string): readonly SearchLine[] {
  const words = queryWords(query).filter(
    (word, at, all) => !/^\d+$/.test(word) || CLASS.test(all[at - 1] ?? '') || !COUNTED.test(all[at + 1] ?? ''),
  );
  const named = new Set(rows.flatMap(({ cells: [classes = ''] }) => indexWords(classes)));
  const classes = words.map((word) => YOUNGEST[word]?.find((one) => named.has(one)) ?? word);
  const meant = rows.filter(({ cells: [cell = ''] }) =>
    indexWords(cell).some((word) => classes.includes(word) && word !== 'to' && word !== 'and'),
  );
  return [...(meant.length > 0 ? meant : rows), ...notes];
}

const textOf = (line: SearchLine) => (typeof line === 'string' ? line : line.cells.join(' '));

/** Of many lines, such as a row for each bus stop, those that name most of what is asked for beside the subject; of none the first. */
function nearest(lines: readonly SearchLine[], phrases: readonly Words[], words: Words): readonly SearchLine[] {
  if (lines.length <= WHOLE) return lines;
  const about = new Set(phrases.flat());
  const named = words.filter((word) => !about.has(word));
  const counts = lines.map((line) => {
    const said = indexWords(textOf(line));
    return named.filter((word) => said.includes(word)).length;
  });
  const most = Math.max(...counts);
  return lines.filter((_, at) => most === 0 || counts[at] === most).slice(0, FIRST);
}

/** `Tuesday, 24 Nov 2026: Holiday: Guru Nanak Jayanti`. */
const told = ({ from, title }: CalendarDays) => `${spoken(from)}: ${title}`;

/** Whether a title has all words of a query by which it names a holiday; null: it names none. */
type IsNamed = ((title: string) => boolean) | null;

/** Whether days lie in a month, 1 to 12, of any year. */
function liesIn({ from, to }: CalendarDays, month: number): boolean {
  for (let at = from.slice(0, 7); at <= to.slice(0, 7); at = shiftMonth(at, 1)) if (Number(at.slice(5)) === month) return true;
  return false;
}

/** 1 to 12 of a month's name or its beginning, `sept`; 0 of any other word, such as `mayor`. */
const monthNamed = (word: string) => (LONG_MONTHS.some((name) => name.toLowerCase().startsWith(word)) ? monthNumber(word) : 0);

/** The next of all holidays, or those that are asked for by their name or month; the last of these where none is to come, of a month all. */
function holidays(all: readonly CalendarDays[], today: string, words: Words, isNamed: IsNamed): Words {
  const months = words.map(monthNamed).filter(Boolean);
  const meant = all.filter((one) => isNamed?.(one.title) || months.some((month) => liesIn(one, month)));
  const coming = (meant.length > 0 || months.length > 0 ? meant : all).filter(({ to }) => to >= today);
  const last = meant.at(-1);
  if (coming.length === 0)
    return meant
      .filter((one) => one === last || (months.length > 0 && last && one.to.slice(0, 7) >= last.from.slice(0, 7)))
      .map(told);
  return coming.slice(0, months.length > 0 ? WHOLE : HOLIDAYS).map(told);
}

/** Of a date without a year the next one that the calendar reaches, or the last; null: it is no day of any year near. */
function nearestDay(today: string, until: string, date: string, words: Words): string | null {
  const written = words.find((word) => /^20\d\d$/.test(word));
  const thisYear = Number(today.slice(0, 4));
  const years = written ? [Number(written)] : [-1, 0, 1].map((by) => thisYear + by);
  const days = years.map((year) => `${year}-${date}`).filter((day) => dayAfter(day, 0) === day);
  if (written) return days[0] ?? null;
  return days.find((day) => day >= today && day <= until) ?? days.find((day) => day > dayAfter(today, -HALF_A_YEAR)) ?? null;
}

/** The day that is asked for, of a weekday the next; undefined: none is. */
function dayOf(today: string, until: string, words: Words): string | null | undefined {
  if (words.includes('yesterday')) return dayAfter(today, -1);
  if (words.includes('today')) return today;
  const named = words.find(isDay);
  if (named?.startsWith('@')) return nearestDay(today, until, named.slice(1), words);
  if (named !== undefined)
    return dayAfter(today, (NAMES.indexOf(named) + 7 - weekdayOf(today)) % 7 || (words.includes(NEXT) ? 7 : 0));
  const at = words.indexOf('tomorrow');
  if (at >= 0) return dayAfter(today, words[at - 1] === 'after' ? 2 : 1);
  // Some day that is not understood, or a class.
  return words.some((word) => /^\d+$/.test(word)) && !words.some((word) => CLASS.test(word)) ? null : undefined;
}

/** The entries that tell of days with or without school, and those of the latter. */
interface SchoolEntries {
  readonly all: readonly CalendarDays[];
  readonly holidays: readonly CalendarDays[];
}

/** What the calendar says of the day that is asked for, which may be that of a holiday, and of tomorrow where none is. */
function open(statics: SearchStatics, school: SchoolEntries, present: Present, words: Words, isNamed: IsNamed): Words {
  const { schoolDays, schoolWeek } = statics;
  const { today, calendar, closures } = present;
  const asked = dayOf(today, schoolDays.until, words);
  // `Good Friday` is no Friday.
  const isDated = words.some((word) => word.startsWith('@') || NEAR.includes(word));
  const named = school.holidays.find(({ to, title }) => !isDated && to >= today && isNamed?.(title));
  const day = named?.from ?? (asked === undefined && !isNamed ? dayAfter(today, 1) : asked);
  const notices = closures.map(({ title }) => title);
  // Nothing of a day that the calendar does not reach.
  if (!day || day < schoolDays.since || day > schoolDays.until) return notices;
  const on = schoolDays.told.filter(({ from, to }) => from <= day && day <= to);
  const others = calendar.filter((entry) => entry.day === day);
  const titles = [...new Set([...on, ...others].map(({ title }) => title.replace(/\.$/, '')))];
  const near = day === today ? 'Today, ' : day === dayAfter(today, 1) ? 'Tomorrow, ' : '';
  const said = `${near}${spoken(day)}: ${titles.join('; ') || 'no entry about a holiday in the calendar'}.`;
  const isWeekend = weekdayOf(day) % 6 === 0;
  if (on.some((one) => school.all.includes(one))) return [...notices, said, ...(isWeekend ? [schoolWeek] : [])];
  // Holidays may have begun before that day, and last until after it.
  const ended = school.all.filter(({ to }) => to < day).sort((one, other) => (one.to < other.to ? -1 : 1));
  const before = ended.slice(-BEFORE).map(told).join('; ');
  const after = school.all.find(({ from }) => from > day);
  return [
    ...notices,
    said,
    schoolWeek,
    ...(before ? [`Before that day: ${before}.`] : []),
    ...(after ? [`After that day: ${told(after)}.`] : []),
  ];
}

/** What answers queries from what is the same for all of them; null where no answer is known. */
export function createAnswers(statics: SearchStatics): (query: string, present: Present) => Answer | null {
  const isDate = (phrase: string) => queryWords(phrase).some((word) => word.startsWith('@'));
  // A date that is also the name of a holiday asks for that day.
  const read = plainReader({ ...statics, same: statics.same.map((group) => group.filter((phrase) => !isDate(phrase))) });
  const phrases = statics.answers.flatMap((answer) => {
    const lines = typeof answer.from === 'string' || answer.from.length <= WHOLE ? [] : answer.from;
    const listed = new Set(lines.flatMap((line) => indexWords(textOf(line))));
    return answer.asked.map((phrase) => ({ words: read(phrase), answer, listed }));
  });
  const { told: days } = statics.schoolDays;
  const school = {
    all: days.filter(({ title }) => tellsOfSchool(title)),
    holidays: days.filter(({ title }) => isHoliday(title)),
  };
  const isTelling = (word: string) => !statics.ignored.includes(word) && !isBeside(word);
  return (query, present) => {
    const words = read(query);
    const plain = words.map((word) => (isDay(word) ? ANY_DAY : word));
    const answer = asked(phrases, plain.filter(isTelling), plain);
    if (!answer) return null;
    const { from, heading, href, page } = answer;
    const about = new Set(answer.asked.flatMap(read));
    const names = words.filter((word) => isTelling(word) && !about.has(word) && !isDay(word) && word !== NEXT);
    const saysAll = (title: string) => {
      const said = read(title);
      return names.every((word) => said.includes(word));
    };
    const isNamed = names.length > 0 ? saysAll : null;
    const lines =
      from === 'fees'
        ? fees(statics, query)
        : from === 'holidays'
          ? holidays(school.holidays, present.today, words, isNamed)
          : from === 'open'
            ? open(statics, school, present, words, isNamed)
            : nearest(from, answer.asked.map(read), words.filter(isTelling));
    return lines.length > 0 ? { heading, href, page, lines } : null;
  };
}
