import type { APIRoute } from 'astro';
import { words } from '../content/words.ts';
import { whenOf } from '../lib/readHours.ts';
import { isHoliday } from '../lib/schoolDays.ts';
import { type CalendarItem, calendarAnswer } from './_icalendar.ts';

const ENTRIES = 500;

export const GET: APIRoute = ({ locals }) => {
  const entries = locals.reader.latestEntries(ENTRIES);
  const items = entries.flatMap(({ id, title, time, date }): CalendarItem[] => {
    if (!date) return [];
    const when = whenOf(date, { title, time });
    // The hoisting of the flag has an hour; the holiday on which it takes place has none.
    return [{ id, title: title || 'School day', when: isHoliday(title) ? { ...when, hours: null } : when }];
  });
  return calendarAnswer('calendar', `Academic calendar, ${words.site.name}`, items);
};
