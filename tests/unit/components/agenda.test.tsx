import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AgendaEntries, halves } from '../../../src/components/sections/plain/agenda.tsx';
import type { CalendarEntry } from '../../../src/service/schemas/calendarEntry.ts';
import { entry } from '../../support/queryRig.ts';

function printed(titles: Readonly<Record<string, string>>, events: Readonly<Record<string, string>>): string {
  const entries = Object.entries(titles).map(([id, title]) => ({ ...entry(id, '2026-11-24'), title }));
  const month = { month: '2026-11', total: entries.length, entries };
  return renderToStaticMarkup(<AgendaEntries of={month} events={events} today="2026-11-23" />);
}

test('an entry of the agenda leads to the event that it has, and no other entry anywhere', () => {
  const html = printed({ meet: 'Athletics meet', constructor: 'Parents meeting' }, { meet: '/Events/item/meet' });
  expect(html.match(/<a\b[^>]*>[^<]*<\/a>/g)).toEqual(['<a href="/Events/item/meet">Athletics meet</a>']);
});

test('an entry of the agenda has its day of the week, and is marked where it says that it is a holiday', () => {
  const html = printed({ a: 'Holiday: Guru Nanak Jayanti', b: 'Notice: no school bus on a holiday' }, {});
  expect(html.match(/<small.*?<\/small>/g)).toEqual(['<small class="holiday">Tue</small>', '<small>Tue</small>']);
});

test('what is over in a month is folded before today, and the way to the entries that have no room stays', () => {
  const entries = ['2026-11-02', '2026-11-20', '2026-11-24'].map((day) => entry(day, day));
  const print = (shown: typeof entries, total: number) =>
    renderToStaticMarkup(<AgendaEntries of={{ month: '2026-11', total, entries: shown }} events={{}} today="2026-11-23" />);
  const [folded = '', open = ''] = print(entries, 9).split('</details>');
  expect(folded).toContain('Earlier this month (<span>2</span>)');
  expect(folded.match(/<li/g)).toHaveLength(2);
  expect(open).toContain('Today, Monday 23\u00a0Nov');
  expect(open.match(/<li/g)).toHaveLength(1);
  expect(open).toContain('All 9 entries of November 2026');
  expect(print(entries.slice(0, 2), 9)).toContain('All 9 entries of November 2026');
  expect(print(entries.slice(0, 2), 2)).not.toContain('No entries');
});

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
