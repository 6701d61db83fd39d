import { expect, test } from 'vitest';
import { checkFileName, checkItem, fieldsOf } from '../../../scripts/content-service/checks.ts';

test.each(['news.yaml', 'news/2026/fees.yaml', 'certificates.yaml', 'README.md', '.DS_Store'])('%s has its place', (path) => {
  expect(checkFileName(path)).toBeNull();
});

test.each([
  ['New/fees.yaml', 'Is "news" meant?'],
  ['academicCalendar.yaml', 'Is "academicCalender" meant?'],
  ['timetable.yaml', 'is left out. Collections: academicCalender,'],
])('%s is named with what was probably meant', (path, words) => {
  expect(checkFileName(path)).toContain(words);
});

test.each([
  [{ titel: 'Fees' }, 'news/a.yaml: the field "titel" is unknown. Is "title" meant?'],
  [{ title: 'Fees', fromdate: '2026-11-21' }, 'news/a.yaml ("Fees"): the field "fromdate" is unknown. Is "fromDate" meant?'],
  [{ fromDate: '21/11/2026' }, 'news/a.yaml: the fromDate "21/11/2026" cannot be read. Write it as 2026-11-21.'],
])('the slip in %j is named', async (item, line) => {
  expect(checkItem('news/a.yaml', item, await fieldsOf('news'))).toEqual([line]);
});

test('other fields, readable dates and no date are no slips', async () => {
  const item = { _id: 'a', title: 'Fees', fromDate: '2026-11-21', author: 'Office', pinned: true };
  expect(checkItem('news/a.yaml', item, await fieldsOf('news'))).toEqual([]);
  expect(checkItem('news/a.yaml', { title: 'Fees', fromDate: null }, await fieldsOf('news'))).toEqual([]);
});
