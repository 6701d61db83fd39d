import ICAL from 'ical.js';
import { describe, expect, test, vi } from 'vitest';
import { readDate } from '../../../src/lib/readDate.ts';
import { whenOf } from '../../../src/lib/readHours.ts';

vi.mock('../../../src/content/words.ts', () => ({ words: { site: { name: 'Hill Top School; Jamunapur' } } }));

/** The calendar of some days with hours (`2026-11-28 10:30 to 12:00`) in a zone, with its text. */
async function calendarIn(zone: string, dates: readonly string[], title = 'Sports day', site = 'https://school.example') {
  vi.stubEnv('SITE_URL', site);
  vi.stubEnv('SCHOOL_TIME_ZONE', zone);
  vi.resetModules();
  const { calendarAnswer } = await import('../../../src/pages/_icalendar.ts');
  const items = dates.map((value, at) => {
    const when = whenOf({ day: value.slice(0, 10) }, { title, time: value.slice(10) });
    return { id: `Ab ${at}`, title, when, description: 'One; two, three\r\nfour \\ five 🎉'.repeat(5) };
  });
  const text = await calendarAnswer('event', 'Events', items).text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { text, calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) };
}

const instantOf = (calendar: ICAL.Component, start: ICAL.Time) => {
  const zone = new ICAL.Timezone({ component: calendar.getFirstSubcomponent('vtimezone') ?? '', tzid: 'school' });
  const inZone = start.clone();
  inZone.zone = zone;
  return inZone.toUnixTime() * 1000;
};

describe('a calendar file', () => {
  test('has a bare date as a whole day, without a zone', async () => {
    const { events, calendar } = await calendarIn('Asia/Kolkata', ['2026-11-28']);
    expect(events[0]?.startDate).toMatchObject({ isDate: true });
    expect(String(events[0]?.startDate)).toBe('2026-11-28');
    expect(calendar.getAllSubcomponents('vtimezone')).toEqual([]);
  });

  test.each([
    ['Asia/Kolkata', ['2026-11-28 10:30']],
    ['Europe/London', ['2026-03-28 10:30', '2026-03-30 10:30', '2026-10-24 10:30', '2026-10-26 10:30']],
  ])('has a time of day in the school’s zone, %s', async (zone, dates) => {
    const { events, calendar, text } = await calendarIn(zone, dates);
    expect(text).toContain(`DTSTART;TZID=${zone}:`);
    const told = dates.map((date) => readDate(date.replace(' ', 'T'), zone)?.at);
    expect(events.map(({ startDate }) => instantOf(calendar, startDate))).toEqual(told);
  });

  test('has the clock’s changes of each event’s year, also where the year of another was mistyped', async () => {
    const { events, calendar } = await calendarIn('Europe/London', ['0026-07-01 10:30', '2026-07-01 10:30', '2126-07-01 10:30']);
    const told = ['2026-07-01T09:30Z', '2126-07-01T09:30Z'].map((date) => Date.parse(date));
    expect(events.slice(1).map(({ startDate }) => instantOf(calendar, startDate))).toEqual(told);
  });

  test.each(['Asia/Kolkata', 'Pacific/Apia'])('has no hours of a year before 1900, which is mistyped: %s', async (zone) => {
    const { events, text } = await calendarIn(zone, ['0026-11-28 9 am', '1899-12-31 9 am to 10 am', '2026-11-28 9 am']);
    expect(events.map(({ startDate }) => startDate?.isDate)).toEqual([true, true, false]);
    const offsets = [...text.matchAll(/^TZOFFSET\w+:(.*?)\r?$/gm)].map(([, offset]) => offset);
    for (const offset of offsets) expect(offset).toMatch(/^[+-](?:0\d|1[0-4])[0-5]\d$/);
    const years = [...text.matchAll(/^DTSTART:(\d{4})/gm)].map(([, year]) => Number(year));
    expect(Math.min(...years)).toBeGreaterThan(2000);
  });

  test.each([
    ['2026-11-28 5:00 pm', ['DTSTART;TZID=Asia/Kolkata:20261128T170000']],
    ['2026-11-28 9 am to 1 pm', ['DTSTART;TZID=Asia/Kolkata:20261128T090000', 'DTEND;TZID=Asia/Kolkata:20261128T130000']],
    ['2026-11-28 10 pm to 2 am', ['DTSTART;TZID=Asia/Kolkata:20261128T220000', 'DTEND;TZID=Asia/Kolkata:20261129T020000']],
    ['2026-11-28 28 to 30 November', ['DTSTART;VALUE=DATE:20261128', 'DTEND;VALUE=DATE:20261201']],
    [
      '2026-11-28 28 to 30 November, 6 am',
      ['DTSTART;TZID=Asia/Kolkata:20261128T060000', 'DTEND;TZID=Asia/Kolkata:20261201T000000'],
    ],
    [
      '2026-11-28 28 to 30 Nov, 9-11 am',
      ['DTSTART;TZID=Asia/Kolkata:20261128T090000', 'DTEND;TZID=Asia/Kolkata:20261128T110000', 'RRULE:FREQ=DAILY;COUNT=3'],
    ],
    ['2026-11-28 after school', ['DTSTART;VALUE=DATE:20261128']],
  ])('has the hours and days of %j', async (value, lines) => {
    const { text } = await calendarIn('Asia/Kolkata', [value]);
    const [, event = ''] = text.split('BEGIN:VEVENT');
    expect(event.match(/^(?:DT(?:START|END)|RRULE).*(?=\r)/gm)).toEqual(lines);
  });

  test('ends with its last line, says when it was written in the past, and how often to look again', async () => {
    const { text, events } = await calendarIn('Asia/Kolkata', ['2036-11-28']);
    expect(text).toMatch(/[^\n]\r\nEND:VCALENDAR\r\n$/);
    expect(events[0]?.component.getFirstPropertyValue('dtstamp')?.toString()).toMatch(/^2020-/);
    expect(text).toMatch(/\r\nLAST-MODIFIED:2020/);
    expect(text).toMatch(/\r\nSEQUENCE:\d+\r\n/);
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n');
  });

  test.each(['http://localhost:4321', 'http://127.0.0.1:8080', 'http://[::1]'])('names no machine, as at %s', async (site) => {
    const { events } = await calendarIn('Asia/Kolkata', ['2026-11-28'], 'Sports day', site);
    expect(events[0]?.uid).toBe('event-~41b~200@hill-top-school-jamunapur');
  });

  test('keeps every character of its texts, and folds them at 75 bytes', async () => {
    const title = 'दीपावली मेला; "A, B" \\ C 🎉 '.repeat(6).trim();
    const { events, text } = await calendarIn('Asia/Kolkata', ['2026-11-28'], title);
    expect(events[0]?.summary).toBe(title);
    expect(events[0]?.description).toBe('One; two, three\nfour \\ five 🎉'.repeat(5));
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  });

  test('has the same bytes for the same content, and an identity of each item', async () => {
    const [first, second] = [await calendarIn('Asia/Kolkata', ['2026-11-28']), await calendarIn('Asia/Kolkata', ['2026-11-28'])];
    expect(second.text).toBe(first.text);
    expect(first.events[0]?.uid).toBe('event-~41b~200@school.example');
  });
});

test.each([
  ['2026-11-28', '9 am to 1 pm', { startDate: '2026-11-28T09:00:00+05:30', endDate: '2026-11-28T13:00:00+05:30' }],
  ['2026-02-28', '28 to 31 February', { startDate: '2026-02-28' }],
  ['0026-11-28', '9 am', { startDate: '0026-11-28' }],
  ['9999-12-31', '9 pm to 11 pm', { startDate: '9999-12-31T21:00:00+05:30', endDate: '9999-12-31T23:00:00+05:30' }],
  ['9999-12-31', '11 pm to 2 am', { startDate: '9999-12-31T23:00:00+05:30' }],
])('search engines are told of %s, %s: %j', async (day, time, expected) => {
  vi.stubEnv('SITE_URL', 'https://school.example');
  vi.stubEnv('SCHOOL_TIME_ZONE', 'Asia/Kolkata');
  const { structuredTimes } = await import('../../../src/pages/_icalendar.ts');
  const date = readDate(day, 'Asia/Kolkata');
  const event = { id: 'a', title: 'Camp', description: '', venue: '', date, time, images: [], attachments: [] };
  expect(structuredTimes(event)).toEqual(expected);
});
