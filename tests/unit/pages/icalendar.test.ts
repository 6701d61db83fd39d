import ICAL from 'ical.js';
import { describe, expect, test, vi } from 'vitest';
import { readDate } from '../../../src/lib/readDate.ts';

vi.mock('../../../src/content/words.ts', () => ({ words: { site: { name: 'Hill Top School; Jamunapur' } } }));

/** The calendar of some items in a zone, with its text. */
async function calendarIn(zone: string, dates: readonly string[], title = 'Sports day') {
  vi.stubEnv('SITE_URL', 'https://school.example');
  vi.stubEnv('SCHOOL_TIME_ZONE', zone);
  vi.resetModules();
  const { calendarAnswer } = await import('../../../src/pages/_icalendar.ts');
  const items = dates.flatMap((value, at) => {
    const date = readDate(value, zone);
    return date ? [{ id: `Ab ${at}`, title, date, description: 'One; two, three\r\nfour \\ five 🎉'.repeat(5) }] : [];
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
    ['Asia/Kolkata', ['2026-11-28T10:30:00']],
    ['Europe/London', ['2026-03-28T10:30:00', '2026-03-30T10:30:00', '2026-10-24T10:30:00', '2026-10-26T10:30:00']],
  ])('has a time of day in the school’s zone, %s', async (zone, dates) => {
    const { events, calendar, text } = await calendarIn(zone, dates);
    expect(text).toContain(`DTSTART;TZID=${zone}:`);
    expect(events.map(({ startDate }) => instantOf(calendar, startDate))).toEqual(dates.map((date) => readDate(date, zone)?.at));
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
