/** What is asked most, answered from what the pages and the calendar say. Pure. */
import { dayMonthYear } from '../../lib/dates.ts';
import { indexWords, plainReader, queryWords } from '../../lib/searchWords.ts';
import type { SearchAnswer, SearchEntry, SearchStatics } from '../../types/search.ts';

/** An answer as it is shown. */
export interface Answer extends Pick<SearchAnswer, 'heading' | 'href' | 'page'> {
  readonly lines: readonly string[];
}

/** What the calendar and the notices say now. */
export interface Present {
  /** `2026-11-23`, in the school's zone. */
  readonly today: string;
  readonly calendar: readonly SearchEntry[];
  /** Closures that stand at the top of every page. */
  readonly closures: readonly SearchEntry[];
}

/** Holidays that are told at once. */
const HOLIDAYS = 5;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const HOLIDAY = /\bholidays?\b|\bvacation\b|\bclosed\b/i;
const ENDS = /\breopens?\b|\bholidays? ends?\b|\bvacation ends?\b/i;
const BEGINS = /\b(?:holidays?|vacation|break)\b.*\bbegins?\b/i;

const weekday = (day: string) => new Date(`${day}T12:00Z`).getUTCDay();
const shift = (day: string, by: number) => new Date(Date.parse(`${day}T12:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
const spoken = (day: string) => `${WEEKDAYS[weekday(day)]}, ${dayMonthYear(day).replaceAll('-', ' ')}`;
const byDay = (a: SearchEntry, b: SearchEntry) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1);

/** Words that say no more about what is asked for: the class is told apart in the answer. */
const BESIDE = /^(?:\d+|class|std|standard|grade|school|nursery|lkg|ukg)$/;

/** The answer whose longest phrase is in the query, in these words or others that mean the same, and makes up half of it. */
function asked(
  phrases: readonly (readonly [phrase: readonly string[], answer: SearchAnswer])[],
  telling: readonly string[],
  words: readonly string[],
): SearchAnswer | null {
  let best: SearchAnswer | null = null;
  let most = 0;
  for (const [phrase, answer] of phrases) {
    if (phrase.length <= most || 2 * phrase.length < telling.length || !phrase.every((word) => words.includes(word))) continue;
    best = answer;
    most = phrase.length;
  }
  return best;
}

/** The fees of the class that is asked for; of all where none is. */
function fees({ fees: { rows, notes } }: SearchStatics, query: string): readonly string[] {
  const words = queryWords(query).map((word) => (word === 'lkg' || word === 'kg' ? 'nursery' : word));
  const meant = rows.filter(([classes]) =>
    indexWords(classes).some((word) => words.includes(word) && word !== 'to' && word !== 'and'),
  );
  return [...(meant.length > 0 ? meant : rows).map(([, text]) => text), ...notes.slice(0, 1)];
}

function holidays({ today, calendar }: Present): readonly string[] {
  const coming = calendar.filter(({ day = '', title }) => day >= today && HOLIDAY.test(title) && !ENDS.test(title)).sort(byDay);
  return coming.slice(0, HOLIDAYS).map(({ day = '', title }) => `${spoken(day)}: ${title.replace(/^holiday:\s*/i, '')}`);
}

/** Why there is no school on a day; null when the calendar knows no reason. */
function whyClosed({ calendar }: Present, day: string): string | null {
  const here = calendar.find((entry) => entry.day === day && HOLIDAY.test(entry.title) && !ENDS.test(entry.title));
  if (here) return here.title;
  const before = calendar
    .filter((entry) => (entry.day ?? day) < day && (BEGINS.test(entry.title) || ENDS.test(entry.title)))
    .sort(byDay);
  const last = before.at(-1);
  const reopens = calendar.some((entry) => entry.day === day && ENDS.test(entry.title));
  if (last && BEGINS.test(last.title) && !reopens) return last.title.replace(/\s*begins?\b.*/i, '');
  return weekday(day) === 0 ? 'Sunday' : null;
}

function open(present: Present, words: readonly string[]): readonly string[] {
  const isToday = words.includes('today');
  const day = isToday ? present.today : shift(present.today, 1);
  const why = whyClosed(present, day);
  const when = `${isToday ? 'Today' : 'Tomorrow'}, ${spoken(day)}`;
  const other = calendarOf(present, day).filter((title) => title !== why);
  return [
    ...present.closures.map(({ title }) => title),
    why
      ? `${when}: no school. ${why === 'Sunday' ? 'It is a Sunday' : why}.`
      : `${when}: ${weekday(day) === 6 ? 'a Saturday; the calendar names no holiday' : 'a school day'}.`,
    ...(other.length > 0 ? [`In the calendar: ${other.join('; ')}.`] : []),
  ];
}

const calendarOf = ({ calendar }: Present, day: string) =>
  calendar.filter((entry) => entry.day === day).map(({ title }) => title);

/** What answers queries from what is the same for all of them; null where no answer is known. */
export function createAnswers(statics: SearchStatics): (query: string, present: Present) => Answer | null {
  const read = plainReader(statics);
  const phrases = statics.answers.flatMap((answer) => answer.asked.map((phrase) => [read(phrase), answer] as const));
  const isTelling = (word: string) => !statics.ignored.includes(word) && !BESIDE.test(word);
  return (query, present) => {
    const words = read(query);
    const answer = asked(phrases, words.filter(isTelling), words);
    if (!answer) return null;
    const { from, heading, href, page } = answer;
    const lines =
      from === 'fees'
        ? fees(statics, query)
        : from === 'holidays'
          ? holidays(present)
          : from === 'open'
            ? open(present, words)
            : from;
    return lines.length > 0 ? { heading, href, page, lines } : null;
  };
}
