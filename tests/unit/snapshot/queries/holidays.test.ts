import { expect, test } from 'vitest';
import { entry, open } from '../../../support/queryRig.ts';

const named = (day: string, title: string) => ({ ...entry(day + title, day), title });
const academicCalender = [
  named('2026-09-01', 'Holiday: long ago'),
  named('2026-10-16', 'Puja holidays begin'),
  named('2026-10-20', 'Holiday: Dashami'),
  named('2026-10-28', 'School reopens'),
  named('2026-11-08', 'Holiday: Diwali'),
  named('2026-11-14', 'Children’s Day fete'),
];

test('the days without school that the search knows of are those of half a year before and a year after', () => {
  const known = (day: string) => {
    const { reader } = open({ academicCalender }, day);
    return reader.schoolDaysAround().off.map(({ name, to }) => `${name} ${to}`);
  };
  const all = ['long ago 2026-09-01', 'Puja holidays 2026-10-27', 'Dashami 2026-10-20', 'Diwali 2026-11-08'];
  expect(known('2025-11-30')).toEqual(all);
  expect(known('2025-10-31')).toEqual(all.slice(0, 3));
  expect(known('2027-03-01')).toEqual(all);
  expect(known('2027-04-30')).toEqual(all.slice(1));
});

test.each([
  ['2026-10-14', ['Puja holidays']],
  ['2026-10-21', ['Puja holidays']],
  ['2026-10-27', ['Puja holidays', 'Diwali']],
  ['2026-10-28', ['Diwali']],
  ['2026-11-09', []],
])('the days without school that home knows of on %s are %j', (day, names) => {
  const holidays = open({ academicCalender }, day).reader.holidays();
  expect(holidays.map(({ name }) => name)).toEqual(names);
});
