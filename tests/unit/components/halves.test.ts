import { expect, test } from 'vitest';
import { halves } from '../../../src/components/sections/plain/halves.ts';
import type { CalendarEntry } from '../../../src/service/schemas/calendarEntry.ts';

const month = (name: string, days: number) => ({
  month: name,
  total: days,
  entries: Array.from({ length: days }, (_, index): CalendarEntry => {
    const day = `${name}-${String(index + 1).padStart(2, '0')}`;
    return { id: day, title: 'Day', date: { day, at: Date.parse(day) }, time: '', attachments: [] };
  }),
});
const namesIn = (...given: Parameters<typeof halves>) => halves(...given).map((part) => part.map(({ month: name }) => name));

test('the months stand in two columns of nearly one height, the right one with the PDF above them', () => {
  const months = [month('2027-01', 10), month('2027-02', 10), month('2027-03', 10), month('2027-04', 6)];
  expect(namesIn(months, '2026-12-01')).toEqual([
    ['2027-01', '2027-02'],
    ['2027-03', '2027-04'],
  ]);
});

test('days that are over have no height, and one month has the left column', () => {
  const months = [month('2027-01', 30), month('2027-02', 10), month('2027-03', 12)];
  expect(namesIn(months, '2027-01-29')[0]).toEqual(['2027-01', '2027-02']);
  expect(namesIn(months, '2026-12-31')[0]).toEqual(['2027-01']);
  expect(namesIn([month('2027-01', 9)], '2026-12-31')).toEqual([['2027-01'], []]);
});

test('a calendar without months has two empty columns', () => expect(namesIn([], '2027-01-01')).toEqual([[], []]));
