import type { APIRoute } from 'astro';
import { words } from '../content/words.ts';
import { calendarAnswer, calendarEvent } from './_icalendar.ts';

const EVENTS = 500;

export const GET: APIRoute = ({ locals }) =>
  calendarAnswer('event', `Events, ${words.site.name}`, locals.reader.latest('events', EVENTS).flatMap(calendarEvent));
