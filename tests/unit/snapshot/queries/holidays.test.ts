import { expect, test } from 'vitest';
import { entry, open } from '../../../support/queryRig.ts';

const named = (day: string, title: string, lastDay?: string) => ({
  ...entry(day + title, day),
  title,
  ...(lastDay && { lastDay }),
});
const academicCalender = [
  named('2026-09-01', 'Holiday: long ago'),
  named('2026-09-05', 'Teachers’ Day'),
  named('2026-10-16', 'Puja holidays (16 to 27 Oct)', '2026-10-27'),
  named('2026-10-20', 'Holiday: Dashami'),
  named('2026-10-28', 'School reopens'),
  named('2026-11-08', 'Holiday: Diwali'),
  named('2026-11-14', 'Project week, 14 to 20 Nov', '2026-11-20'),
];

test('the search knows what the calendar tells of school, of half a year before and a year after', () => {
  const known = (day: string) => open({ academicCalender }, day).reader.schoolDays();
  const titles = (day: string) => known(day).told.map(({ title }) => title);
  const week = 'Project week, 14 to 20 Nov';
  const all = [
    'Holiday: long ago',
    'Puja holidays (16 to 27 Oct)',
    'Holiday: Dashami',
    'School reopens',
    'Holiday: Diwali',
    week,
  ];
  expect(titles('2025-11-30')).toEqual(all);
  expect(titles('2025-10-31')).toEqual(all.slice(0, 4));
  expect(titles('2027-03-01')).toEqual(all);
  expect(titles('2027-04-30')).toEqual(all.slice(1));
  expect(known('2026-11-01')).toMatchObject({ since: '2026-09-01', until: '2026-11-20' });
  expect(known('2026-11-01').told[1]).toEqual({ from: '2026-10-16', to: '2026-10-27', title: all[1] });
  expect(open({}, '2026-11-01').reader.schoolDays()).toEqual({ told: [], since: '', until: '' });
});

test.each([
  ['2026-10-13', ['Puja holidays (16 to 27 Oct)', 'Holiday: Dashami']],
  ['2026-10-14', ['Puja holidays (16 to 27 Oct)', 'Holiday: Dashami']],
  ['2026-10-17', ['Puja holidays (16 to 27 Oct)', 'Holiday: Dashami']],
  ['2026-10-18', ['Holiday: Dashami', 'Puja holidays (16 to 27 Oct)']],
  ['2026-10-21', ['Puja holidays (16 to 27 Oct)']],
  ['2026-10-27', ['Puja holidays (16 to 27 Oct)', 'Holiday: Diwali']],
  ['2026-10-28', ['Holiday: Diwali']],
  ['2026-11-09', []],
])('the days without school that home knows of on %s are %j', (day, titles) => {
  const holidays = open({ academicCalender }, day).reader.holidays();
  expect(holidays.map(({ title }) => title)).toEqual(titles);
});
