import { itemPath } from '../lib/paths.ts';
import type { SchoolEvent } from '../service/schemas/event.ts';
import type { CalendarItem } from './_icalendar.ts';

/** An event as calendar files have it; none without a date. */
export function calendarEvent({ id, title, date, time, venue, description }: SchoolEvent): CalendarItem[] {
  const url = import.meta.env.SITE_URL + itemPath('/Events', id);
  const text = [time, description.trim()].filter(Boolean).join('\n');
  return date ? [{ id, title: title || 'Event', date, venue, description: text, url }] : [];
}
