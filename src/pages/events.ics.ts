import type { APIRoute } from 'astro';
import { words } from '../content/words.ts';
import { calendarAnswer, calendarEvent } from './_icalendar.ts';

/** Events in the calendar that visitors subscribe to, the newest ones. */
const EVENTS = 500;

export const GET: APIRoute = ({ locals }) =>
  calendarAnswer('event', `Events, ${words.site.name}`, locals.reader.latest('events', EVENTS).flatMap(calendarEvent));
