import type { APIRoute } from 'astro';
import { calendarAnswer, calendarEvent } from '../../_icalendar.ts';

export const GET: APIRoute = ({ params, locals }) => {
  const event = locals.reader.event(params.path ?? '');
  const items = event ? calendarEvent(event) : [];
  return items[0] ? calendarAnswer('event', items[0].title, items) : new Response(null, { status: 404 });
};
