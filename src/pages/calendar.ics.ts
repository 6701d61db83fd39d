import type { APIRoute } from 'astro';
import { words } from '../content/words.ts';
import { calendarAnswer } from './_icalendar.ts';

/** Entries in the calendar that visitors subscribe to, the newest ones. */
const ENTRIES = 500;

export const GET: APIRoute = ({ locals }) => {
  const entries = locals.reader.latestEntries(ENTRIES);
  const items = entries.flatMap(({ id, title, date }) => (date ? [{ id, title: title || 'School day', date }] : []));
  return calendarAnswer('calendar', `Academic calendar, ${words.site.name}`, items);
};
