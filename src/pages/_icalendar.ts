import ICAL from 'ical.js';
import { words } from '../content/words.ts';
import { clockChanges, type SchoolDate, zoneOffset } from '../lib/dates.ts';
import { identityToPath } from '../lib/paths.ts';
import { readDate } from '../lib/readDate.ts';

/** What stands in a calendar file under a day. */
export interface CalendarItem {
  readonly id: string;
  readonly title: string;
  readonly date: SchoolDate;
  readonly venue?: string;
  readonly description?: string;
  /** Absolute address of its page. */
  readonly url?: string;
}

/** Property and component of jCal (RFC 7265). */
type Property = [name: string, parameters: Readonly<Record<string, string>>, type: string, value: string];
type Component = [name: string, properties: Property[], components: Component[]];

// A line has at most 75 bytes with the space that continues it, which ical.js does not count.
ICAL.foldLength = 74;

const zone = import.meta.env.SCHOOL_TIME_ZONE;
const host = new URL(import.meta.env.SITE_URL).hostname;

const text = (name: string, value: string): Property => [name, {}, 'text', value.replace(/\r\n?/g, '\n')];
const utc = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const wall = (at: number, offset: number) => new Date(at + offset).toISOString().slice(0, 19);

/** A bare date is midnight in the school's zone. */
const isWholeDay = ({ day, at }: SchoolDate) => readDate(day, zone)?.at === at;

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** By its first and last year: to find the clock's changes costs as much as a page. */
const zones = new Map<string, Component>();

/** The school's zone with every change of its clock in the years of some instants, and in the ones before and after. */
function timeZone(instants: readonly number[]): Component {
  const first = new Date(Math.min(...instants)).getUTCFullYear() - 1;
  const last = new Date(Math.max(...instants)).getUTCFullYear() + 1;
  const key = `${first} ${last}`;
  const known = zones.get(key) ?? zoneOfYears(first, last);
  zones.set(key, known);
  return known;
}

function zoneOfYears(first: number, last: number): Component {
  const from = Date.UTC(first, 0);
  const changes = clockChanges(from, Date.UTC(last + 1, 0), zone);
  const observances = [from, ...changes].map((at): Component => {
    const [before, after] = [zoneOffset(at - 1000, zone), zoneOffset(at, zone)];
    const properties: Property[] = [
      ['dtstart', {}, 'date-time', wall(at, before)],
      ['tzoffsetfrom', {}, 'utc-offset', offsetText(before)],
      ['tzoffsetto', {}, 'utc-offset', offsetText(after)],
    ];
    return [after > before ? 'daylight' : 'standard', properties, []];
  });
  return ['vtimezone', [text('tzid', zone)], observances];
}

function eventComponent(kind: string, item: CalendarItem): Component {
  const { id, title, date, venue, description, url } = item;
  const start: Property = isWholeDay(date)
    ? ['dtstart', {}, 'date', date.day]
    : ['dtstart', { tzid: zone }, 'date-time', wall(date.at, zoneOffset(date.at, zone))];
  const properties: Property[] = [
    text('uid', `${kind}-${identityToPath(id)}@${host}`),
    // The moment of the file would make other bytes of the same content.
    ['dtstamp', {}, 'date-time', utc(date.at)],
    start,
    text('summary', title),
    ...(venue ? [text('location', venue)] : []),
    ...(description ? [text('description', description)] : []),
    ...(url ? [['url', {}, 'uri', url] satisfies Property] : []),
  ];
  return ['vevent', properties, []];
}

/** An iCalendar file (RFC 5545) as an answer. `kind` tells identities of several collections apart. */
export function calendarAnswer(kind: string, name: string, items: readonly CalendarItem[]): Response {
  const timed = items.filter(({ date }) => !isWholeDay(date)).map(({ date }) => date.at);
  const properties: Property[] = [
    text('version', '2.0'),
    text('prodid', `-//${words.site.name}//Website//EN`),
    text('calscale', 'GREGORIAN'),
    text('x-wr-calname', name),
    text('x-wr-timezone', zone),
  ];
  const events = items.map((item) => eventComponent(kind, item));
  const calendar: Component = ['vcalendar', properties, [...(timed.length > 0 ? [timeZone(timed)] : []), ...events]];
  const body = `${ICAL.stringify(calendar)}\r\n`;
  return new Response(body, { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}
