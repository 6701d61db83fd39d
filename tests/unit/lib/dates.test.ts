import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockChanges, readWrittenDay, wallClock, yearOf } from '../../../src/lib/dates.ts';
import { readDate } from '../../../src/lib/readDate.ts';

const IST = 'Asia/Kolkata';
const dayOf = (value: unknown) => readDate(value, IST)?.day ?? null;

test.each([
  ['1 Dec 2026 until 30 Jan 2027', '2026-12-01'],
  ['15 February 2027', '2027-02-15'],
  ['1\u00a0Dec\u00a02026 until', '2026-12-01'],
  ['1 Dec', null],
  ['1 Dock 2026', null],
  ['now', null],
])('%j begins with the day %s', (text, day) => expect(readWrittenDay(text)).toBe(day));

describe('a date of the service', () => {
  test.each([
    ['2025-03-05', '2025-03-05'],
    [' 2025-03-05 ', '2025-03-05'],
    ['2024-02-29', '2024-02-29'],
    ['2025-03-05T18:29:59.999Z', '2025-03-05'],
    ['2025-03-05T18:30:00Z', '2025-03-06'],
    ['2025-03-05T23:59:59', '2025-03-05'],
    ['2025-03-05T23:59:59+05:30', '2025-03-05'],
    ['2025-03-05T23:59:59-0800', '2025-03-06'],
    [Date.parse('2025-03-05T18:29:59.999Z'), '2025-03-05'],
    [String(Date.parse('2025-03-05T18:30:00Z')), '2025-03-06'],
    [0, '1970-01-01'],
    ['0001-01-01T00:00:00Z', '0001-01-01'],
    [Date.parse('0096-02-29T00:00:00Z'), '0096-02-29'],
  ])('%j is the day %s in the school’s zone', (value, day) => {
    expect(dayOf(value)).toBe(day);
  });

  test.each([
    ['2025-02-30'],
    ['2025-02-29'],
    ['2025-13-01'],
    ['2025-00-10'],
    ['2025-03-05T25:00:00'],
    ['2025-03-05T10:60'],
    ['2025-03-05T10:00:00+24:00'],
    ['2025-03-05T10:00:00+05:99'],
    ['05/03/2025'],
    ['5 March 2025'],
    ['yesterday'],
    ['2025-03-05 10:00'],
    [''],
    [null],
    [true],
    [{ $date: '2025-03-05' }],
    [['2025-03-05']],
    [1e300],
    [Number.NaN],
    ['99999999999999999'],
  ])('%j is no date', (value) => {
    expect(dayOf(value)).toBeNull();
  });

  test('orders a bare day as that day’s midnight, and a time without a zone as the school’s', () => {
    expect(readDate('2025-03-05', IST)?.at).toBe(Date.parse('2025-03-04T18:30:00Z'));
    expect(readDate('0001-01-01', IST)?.at).toBeLessThan(Date.parse('0002-01-01'));
    expect(readDate('2025-03-05T10:15:30.250', IST)?.at).toBe(Date.parse('2025-03-05T04:45:30.250Z'));
  });
});

describe('the year in a zone', () => {
  test.each([
    ['2026-06-15T00:00:00Z', 'Asia/Kolkata', '2026'],
    ['2026-12-31T18:29:59Z', 'Asia/Kolkata', '2026'],
    ['2026-12-31T18:30:00Z', 'Asia/Kolkata', '2027'],
    ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', '2027'],
    ['2026-12-31T09:59:59Z', 'Pacific/Kiritimati', '2026'],
    ['2027-01-01T11:59:59Z', 'Etc/GMT+12', '2026'],
    ['2027-01-01T12:00:00Z', 'Etc/GMT+12', '2027'],
  ])('at %s in %s is %s', (instant, zone, year) => {
    expect(yearOf(Date.parse(instant), zone)).toBe(year);
  });
});

describe('the clock of a zone', () => {
  const zones = ['Asia/Kolkata', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'];
  const asZoneSays = (at: number, timeZone: string) =>
    new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const asRead = (at: number, zone: string) => new Date(wallClock(at, zone)).toISOString().slice(0, 19).replace('T', ' ');

  test('is read at any instant as the zone has it', () => {
    const instant = fc.integer({ min: Date.UTC(1950), max: Date.UTC(2049) });
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        expect(asRead(at, zone)).toBe(asZoneSays(at, zone));
      }),
      { seed: 1 },
    );
  });

  test.each(zones.slice(1))('of %s is read right at both sides of each change', (zone) => {
    const changes = clockChanges(Date.UTC(2024), Date.UTC(2027), zone);
    for (const at of changes.flatMap((change) => [change - 1, change])) expect(asRead(at, zone)).toBe(asZoneSays(at, zone));
    expect(changes.length).toBeGreaterThanOrEqual(6);
  });
});
