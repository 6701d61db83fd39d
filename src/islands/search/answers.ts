/** What is asked most, answered from what the pages and the calendar say. Pure. */
import { dayAfter, readableDay, WEEKDAYS, weekdayOf } from '../../lib/dates.ts';
import type { DaysOff, SchoolDays } from '../../lib/holidays.ts';
import { indexWords, plainReader, queryWords } from '../../lib/searchWords.ts';
import type { SearchAnswer, SearchEntry, SearchLine, SearchStatics } from '../../types/search.ts';

export interface Answer extends Pick<SearchAnswer, 'heading' | 'href' | 'page'> {
  readonly lines: readonly SearchLine[];
}

export interface Present {
  /** `2026-11-23`, in the school's zone. */
  readonly today: string;
  readonly calendar: readonly SearchEntry[];
  readonly closures: readonly SearchEntry[];
}

const HOLIDAY = 'holiday';
const HOLIDAYS = 5;
/** Lines of a page that are told whole, and those that are told of more. */
const WHOLE = 12;
const FIRST = 3;

const spoken = (day: string) => `${WEEKDAYS[weekdayOf(day)]}, ${readableDay(day)}`;
/** Half a year: what is asked for without a year is nearer. */
const HALF_A_YEAR = 183;

type Words = readonly string[];

const NEAR: Words = ['yesterday', 'today', 'tomorrow'];
const NAMES = WEEKDAYS.map((name) => name.toLowerCase());
const isDay = (word: string) => word.startsWith('@') || NAMES.includes(word);
/** What stands for every day in the phrases that ask for one. */
const ANY_DAY = 'saturday';

/** Words that say no more about what is asked for: the class is told apart in the answer. */
const BESIDE = /^(?:\d+|class|std|standard|grade|school|nursery|lkg|ukg)$/;

/** The answer whose longest phrase is in the query, in these words or others that mean the same, and makes up half of it. */
function asked(phrases: readonly (readonly [phrase: Words, answer: SearchAnswer])[], telling: Words, words: Words) {
  let best: SearchAnswer | null = null;
  let most = 0;
  for (const [phrase, answer] of phrases) {
    if (phrase.length <= most || 2 * phrase.length < telling.length || !phrase.every((word) => words.includes(word))) continue;
    best = answer;
    most = phrase.length;
  }
  return best;
}

function fees({ fees: { rows, notes } }: SearchStatics, query: string): readonly SearchLine[] {
  const words = queryWords(query).map((word) => (word === 'lkg' || word === 'kg' ? 'nursery' : word));
  const meant = rows.filter(({ cells: [classes = ''] }) =>
    indexWords(classes).some((word) => words.includes(word) && word !== 'to' && word !== 'and'),
  );
  return [...(meant.length > 0 ? meant : rows), ...notes.slice(0, 1)];
}

/** Of many lines, such as a row for each bus stop, those that name most of what is asked for beside the subject; of none the first. */
function nearest(lines: readonly SearchLine[], phrases: readonly Words[], words: Words): readonly SearchLine[] {
  if (lines.length <= WHOLE) return lines;
  const about = new Set(phrases.flat());
  const named = words.filter((word) => !about.has(word));
  const counts = lines.map((line) => {
    const said = indexWords(typeof line === 'string' ? line : line.cells.join(' '));
    return named.filter((word) => said.includes(word)).length;
  });
  const most = Math.max(...counts);
  return lines.filter((_, at) => most === 0 || counts[at] === most).slice(0, FIRST);
}

/** `Diwali`, `Puja holidays, until Tuesday, 27 Oct 2026`. */
const told = ({ from, to, name }: DaysOff) => `${name || 'Holiday'}${to > from ? `, until ${spoken(to)}` : ''}`;

/** The next holidays; of one that is asked for by its name the next, or the last where none is to come. */
function holidays({ schoolDays: { off } }: SearchStatics, { today }: Present, isMeant: (name: string) => boolean): Words {
  const meant = off.filter(({ name }) => isMeant(name));
  const coming = (meant.length > 0 ? meant : off).filter(({ to }) => to >= today);
  const shown = coming.length > 0 ? coming.slice(0, HOLIDAYS) : meant.slice(-1);
  return shown.map((one) => `${spoken(one.from)}: ${told(one)}`);
}

/** Of a date without a year the nearest one; null: it is no day of any year near. */
function nearestDay(today: string, date: string, words: Words): string | null {
  const written = words.find((word) => /^20\d\d$/.test(word));
  const thisYear = Number(today.slice(0, 4));
  const years = written ? [Number(written)] : [-1, 0, 1].map((by) => thisYear + by);
  const days = years.map((year) => `${year}-${date}`).filter((day) => dayAfter(day, 0) === day);
  return (written ? days[0] : days.find((day) => day > dayAfter(today, -HALF_A_YEAR))) ?? null;
}

/** The day that is asked for, of a weekday the next; undefined: none is. */
function dayOf(today: string, words: Words): string | null | undefined {
  if (words.includes('yesterday')) return dayAfter(today, -1);
  if (words.includes('today')) return today;
  const named = words.find(isDay);
  if (named?.startsWith('@')) return nearestDay(today, named.slice(1), words);
  if (named !== undefined) return dayAfter(today, (NAMES.indexOf(named) + 7 - weekdayOf(today)) % 7);
  const at = words.indexOf('tomorrow');
  return at < 0 ? undefined : dayAfter(today, words[at - 1] === 'after' ? 2 : 1);
}

const SCHOOL_DAY = 'the calendar names no holiday.';
/** Below a notice of a closure, which may be about this day. */
const BUT_CLOSED = 'the calendar names no holiday; please read the notice above.';

function schoolOn(day: string, { off, marked, hasWorkingDays }: SchoolDays): string {
  const without = off.find(({ from, to }) => from <= day && day <= to);
  if (without) return `no school. ${told(without)}.`;
  const said = marked.filter(({ from, to }) => from <= day && day <= to).map(({ title }) => title.replace(/\.$/, ''));
  // It says for which classes.
  if (said.length > 0) return `${said.join('; ')}.`;
  if (weekdayOf(day) % 6 !== 0) return SCHOOL_DAY;
  if (weekdayOf(day) === 0) return 'no school. It is a Sunday.';
  return hasWorkingDays
    ? 'no school. The calendar does not name it as a working Saturday.'
    : 'a Saturday; the calendar names no holiday.';
}

/** `isMeant`: of a holiday's name, where other words than a day are in the query; null: none are, and tomorrow is asked for. */
function open({ schoolDays }: SearchStatics, present: Present, words: Words, isMeant: ((name: string) => boolean) | null): Words {
  const { today, calendar, closures } = present;
  const asked = dayOf(today, words);
  const holiday = () => schoolDays.off.find(({ to, name }) => to >= today && isMeant?.(name))?.from;
  // `Good Friday` is no Friday.
  const meant = words.some((word) => word.startsWith('@') || NEAR.includes(word)) ? undefined : holiday();
  const day = meant ?? (asked === undefined && !isMeant ? dayAfter(today, 1) : asked);
  const notices = closures.map(({ title }) => title);
  // Nothing of a day that the calendar does not reach.
  if (!day || day < schoolDays.since || day > schoolDays.until) return notices;
  const named = day === today ? 'Today, ' : day === dayAfter(today, 1) ? 'Tomorrow, ' : '';
  const school = schoolOn(day, schoolDays);
  const titles = calendar.filter((entry) => entry.day === day).map(({ title }) => title);
  const off = schoolDays.off.find(({ from, to }) => from <= day && day <= to);
  const other = titles.filter((title) => !school.includes(title.replace(/\.$/, '')) && !(off?.name && title.includes(off.name)));
  return [
    ...notices,
    `${named}${spoken(day)}: ${closures.length > 0 && school === SCHOOL_DAY ? BUT_CLOSED : school}`,
    ...(other.length > 0 ? [`In the calendar: ${other.join('; ')}.`] : []),
  ];
}

/** What answers queries from what is the same for all of them; null where no answer is known. */
export function createAnswers(statics: SearchStatics): (query: string, present: Present) => Answer | null {
  const read = plainReader(statics);
  const phrases = statics.answers.flatMap((answer) => answer.asked.map((phrase) => [read(phrase), answer] as const));
  const isTelling = (word: string) => !statics.ignored.includes(word) && !BESIDE.test(word);
  return (query, present) => {
    const words = read(query);
    const plain = words.map((word) => (isDay(word) ? ANY_DAY : word));
    const answer = asked(phrases, plain.filter(isTelling), plain);
    if (!answer) return null;
    const { from, heading, href, page } = answer;
    const about = new Set(answer.asked.flatMap(read));
    const isOf = (names: Words) => (name: string) => read(name).some((word) => names.includes(word));
    const others = words.filter((word) => isTelling(word) && !about.has(word));
    // A date may be the name of a holiday, as which it is read.
    const dates = queryWords(query).filter((word) => word.startsWith('@'));
    const lines =
      from === 'fees'
        ? fees(statics, query)
        : from === 'holidays'
          ? holidays(statics, present, isOf(words.filter((word) => isTelling(word) && word !== HOLIDAY)))
          : from === 'open'
            ? open(statics, present, [...dates, ...words], others.length > 0 ? isOf(others) : null)
            : nearest(from, answer.asked.map(read), words.filter(isTelling));
    return lines.length > 0 ? { heading, href, page, lines } : null;
  };
}
