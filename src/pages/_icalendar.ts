import ICAL from 'ical.js';
import { words } from '../content/words.ts';
import { clockChanges, dayAfter, utc, zoneOffset } from '../lib/dates.ts';
import { identityToPath, itemPath } from '../lib/paths.ts';
import { readDate } from '../lib/readDate.ts';
import { clockText, type When, whenOf } from '../lib/readHours.ts';
import type { SchoolEvent } from '../service/schemas/event.ts';

export interface CalendarItem extends Pick<SchoolEvent, 'id' | 'title'>, Partial<Pick<SchoolEvent, 'venue' | 'description'>> {
  readonly when: When;
  /** Absolute address of its page. */
  readonly url?: string;
}

/** Property and component of jCal (RFC 7265). */
type Property = [name: string, parameters: Readonly<Record<string, string>>, type: string, value: string | object];
type Component = [name: string, properties: Property[], components: Component[]];

// A line has at most 75 bytes with the space that continues it, which ical.js does not count.
ICAL.foldLength = 74;

const REFRESH = 'PT6H';
/** The content tells no time of its changes, and the moment of the build would make other bytes of the same content. */
const STAMP = '2020-01-01T00:00:00Z';

const zone = import.meta.env.SCHOOL_TIME_ZONE;
const { hostname } = new URL(import.meta.env.SITE_URL);
const slug = words.site.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
/** What makes identities the school's own: its host, and while that is only this machine its name. */
const host = /^(?:localhost|[\d.]+|\[.*\])$/.test(hostname) ? slug.replace(/^-|-$/g, '') : hostname;

const text = (name: string, value: string): Property => [name, {}, 'text', value.replace(/\r\n?/g, '\n')];
const wall = (at: number, offset: number) => new Date(at + offset).toISOString().slice(0, 19);

/** `+05:30`. */
const offsetText = (offset: number) => `${offset < 0 ? '-' : '+'}${clockText(Math.round(Math.abs(offset) / 60_000))}`;

/** By its years: to find the clock's changes costs as much as a page. */
const zones = new Map<string, Component>();

/** Years of a zone at most, the newest ones: each makes the file longer. */
const MOST_YEARS = 100;

/** The school's zone with every change of its clock in the years of some instants, and in the ones before and after each. */
function timeZone(instants: readonly number[]): Component {
  const near = instants.flatMap((instant) => [-1, 0, 1].map((more) => new Date(instant).getUTCFullYear() + more));
  const years = [...new Set(near)].sort((one, other) => one - other).slice(-MOST_YEARS);
  const key = years.join();
  const known = zones.get(key) ?? zoneOfYears(years);
  zones.set(key, known);
  return known;
}

function zoneOfYears(years: readonly number[]): Component {
  const changes = years.flatMap((year) => {
    const inYear = clockChanges(utc(year, 0), utc(year + 1, 0), zone);
    return years.includes(year - 1) ? inYear : [utc(year, 0), ...inYear];
  });
  // A change in January is found in the December before as well.
  const observances = Array.from(new Set(changes), (at): Component => {
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

/** `2026-11-28T17:00:00` of minutes after midnight of a day. */
const wallTime = (day: string, minutes: number) => `${dayAfter(day, Math.floor(minutes / 1440))}T${clockText(minutes)}:00`;
const at = (name: string, day: string, minutes: number): Property => [name, { tzid: zone }, 'date-time', wallTime(day, minutes)];

/** Beginning and end: whole days, hours of one day, or of each of several. */
function timesOf({ day, lastDay, hours }: When): Property[] {
  const several = lastDay > day;
  if (!hours) {
    const end: Property = ['dtend', {}, 'date', dayAfter(lastDay, 1)];
    return [['dtstart', {}, 'date', day], ...(several ? [end] : [])];
  }
  const start = at('dtstart', day, hours.start);
  if (hours.end === null) return several ? [start, at('dtend', lastDay, 1440)] : [start];
  const count = (Date.parse(lastDay) - Date.parse(day)) / 86_400_000 + 1;
  return [start, at('dtend', day, hours.end), ...(several ? [['rrule', {}, 'recur', { freq: 'DAILY', count }] as Property] : [])];
}

function eventComponent(kind: string, { id, title, when, venue, description, url }: CalendarItem): Component {
  const properties: Property[] = [
    text('uid', `${kind}-${identityToPath(id)}@${host}`),
    ['dtstamp', {}, 'date-time', STAMP],
    ['last-modified', {}, 'date-time', STAMP],
    ['sequence', {}, 'integer', '0'],
    ...timesOf(when),
    text('summary', title),
    ...(venue ? [text('location', venue)] : []),
    ...(description ? [text('description', description)] : []),
    ...(url ? [['url', {}, 'uri', url] satisfies Property] : []),
  ];
  return ['vevent', properties, []];
}

/** An iCalendar file (RFC 5545) as an answer. `kind` tells identities of several collections apart. */
export function calendarAnswer(kind: string, name: string, items: readonly CalendarItem[]): Response {
  // Its end would lie in the year 10000, which the format cannot write.
  const told = items.filter(({ when }) => when.lastDay < '9999-12-31');
  const timed = told.flatMap(({ when }) => (when.hours ? [Date.parse(when.day), Date.parse(when.lastDay)] : []));
  // A file without any component is none: without events it holds the zone.
  const instants = told.length > 0 ? timed : [Date.parse(STAMP)];
  const properties: Property[] = [
    text('version', '2.0'),
    text('prodid', `-//${words.site.name}//Website//EN`),
    text('calscale', 'GREGORIAN'),
    text('x-wr-calname', name),
    text('x-wr-timezone', zone),
    ['refresh-interval', {}, 'duration', REFRESH],
    text('x-published-ttl', REFRESH),
  ];
  const events = told.map((item) => eventComponent(kind, item));
  const calendar: Component = ['vcalendar', properties, [...(instants.length > 0 ? [timeZone(instants)] : []), ...events]];
  return new Response(ICAL.stringify(calendar), { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}

/** An event as calendar files have it; none without a date. */
export function calendarEvent(event: SchoolEvent): CalendarItem[] {
  const { id, title, date, time, venue, description } = event;
  const url = import.meta.env.SITE_URL + itemPath('/Events', id);
  const text = [time, description.trim()].filter(Boolean).join('\n');
  return date ? [{ id, title: title || 'Event', when: whenOf(date, event), venue, description: text, url }] : [];
}

/** `2026-11-28T17:00:00+05:30`. */
function moment(day: string, minutes: number): string {
  const time = wallTime(day, minutes);
  return time + offsetText(zoneOffset(readDate(time, zone)?.at ?? 0, zone));
}

/** When an event begins and ends, as schema.org has it: the hours of its calendar file. */
export function structuredTimes(event: SchoolEvent): Readonly<Record<string, string>> {
  if (!event.date) return {};
  const { day, lastDay, hours } = whenOf(event.date, event);
  const startDate = hours ? moment(day, hours.start) : day;
  // An end in the year 10000 cannot be written.
  if (hours && hours.end !== null && (lastDay < '9999-12-31' || hours.end < 1440))
    return { startDate, endDate: moment(lastDay, hours.end) };
  return { startDate, ...(lastDay > day && { endDate: lastDay }) };
}
