import { dayAfter, zoneOffset } from '../lib/dates.ts';
import { itemPath } from '../lib/paths.ts';
import { readDate } from '../lib/readDate.ts';
import { clockText, whenOf } from '../lib/readHours.ts';
import type { SchoolEvent } from '../service/schemas/event.ts';
import { type CalendarItem, offsetText } from './_icalendar.ts';

const zone = import.meta.env.SCHOOL_TIME_ZONE;

/** An event as calendar files have it; none without a date. */
export function calendarEvent(event: SchoolEvent): CalendarItem[] {
  const { id, title, date, time, venue, description } = event;
  const url = import.meta.env.SITE_URL + itemPath('/Events', id);
  const text = [time, description.trim()].filter(Boolean).join('\n');
  return date ? [{ id, title: title || 'Event', when: whenOf(date, event), venue, description: text, url }] : [];
}

/** `2026-11-28T17:00:00+05:30` of minutes after midnight of a day. */
function moment(day: string, minutes: number): string {
  const wall = `${dayAfter(day, Math.floor(minutes / 1440))}T${clockText(minutes)}:00`;
  return wall + offsetText(zoneOffset(readDate(wall, zone)?.at ?? 0, zone));
}

/** When an event begins and ends, as schema.org has it: the hours of its calendar file. */
export function structuredTimes(event: SchoolEvent): Readonly<Record<string, string>> {
  if (!event.date) return {};
  const { day, lastDay, hours } = whenOf(event.date, event);
  if (!hours) return { startDate: day, ...(lastDay > day && { endDate: lastDay }) };
  const startDate = moment(day, hours.start);
  // An end in the year 10000 cannot be written.
  if (hours.end !== null && (lastDay < '9999-12-31' || hours.end < 1440))
    return { startDate, endDate: moment(lastDay, hours.end) };
  return { startDate, ...(lastDay > day && { endDate: lastDay }) };
}
