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
