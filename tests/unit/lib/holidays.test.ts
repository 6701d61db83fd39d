import { describe, expect, test } from 'vitest';
import { daysOff, isHoliday, schoolDays } from '../../../src/lib/holidays.ts';

const on = (day: string, title: string) => ({ title, date: { day, at: 0 } });

describe('a day without school', () => {
  test.each([
    'Holiday: Diwali',
    'Holiday – Republic Day, flag hoisting at 8:00 am',
    'HOLIDAY',
    'Diwali holiday',
    'Puja holidays begin',
    'Summer Vacation starts',
    'School closed',
    'No school because of the storm',
    'Guru Nanak Jayanti (holiday)',
    'Winter vacation 24.12.2026 - 03.01.2027',
    'Summer holidays from 20 May to 30 June',
    'Puja break',
    'Day off',
    'School closes for Rath Yatra',
    'Puja holidays begin. School reopens on 7 June',
    'Winter break, school reopens on 4 January',
    'Summer vacation till 9 Apr',
    'School will remain closed on account of Chhath Puja',
    'Local holiday on account of the election',
  ])('is one: %s', (title) => expect(isHoliday(title)).toBe(true));

  test.each([
    'School reopens after the Puja holidays',
    'Last day before the winter holidays',
    'Holiday homework, class V',
    'Notice: no school bus on a holiday',
    'Winter holidays end',
    'Annual athletics meet',
    'Summer holidays for classes Nursery to V',
    'Holiday cancelled',
    'Holiday camp at school',
    'Holiday (Classes I to V)',
    'Holiday: classes I-V only',
    'Holiday for Prep and class I',
    'Half holiday',
    'Classes I to V: Holiday',
    'Holiday (except classes X and XII)',
    'Notice: school closed on 24 November',
    'Essay: My holidays',
    'Annual day; next day holiday',
    'School closes at 12 noon',
    'A lunch break (20 minutes)',
    'No holiday (working day)',
    '',
  ])('is none: %s', (title) => expect(isHoliday(title)).toBe(false));

  test('stands alone, or lasts as long as its title says, or until school reopens', () => {
    const entries = [
      on('2026-10-02', 'Holiday: Gandhi Jayanti; cleanliness drive'),
      on('2026-10-16', 'Puja holidays begin'),
      on('2026-10-20', 'Holiday: Vijaya Dashami'),
      on('2026-10-28', 'School reopens after the Puja holidays'),
      on('2026-11-07', 'Holiday: Diwali (7 to 9 November)'),
      on('2026-11-26', 'Holidays: 26 to 30 November'),
      on('2026-12-23', 'Winter holidays begin'),
      on('2026-12-24', 'Christmas vacation 24.12.2026 - 03.01.2027'),
    ];
    expect(daysOff(entries)).toEqual([
      { from: '2026-10-02', to: '2026-10-02', name: 'Gandhi Jayanti; cleanliness drive' },
      { from: '2026-10-16', to: '2026-10-27', name: 'Puja holidays' },
      { from: '2026-10-20', to: '2026-10-20', name: 'Vijaya Dashami' },
      { from: '2026-11-07', to: '2026-11-09', name: 'Diwali' },
      { from: '2026-11-26', to: '2026-11-30', name: '' },
      { from: '2026-12-23', to: '2026-12-23', name: 'Winter holidays' },
      { from: '2026-12-24', to: '2027-01-03', name: 'Christmas vacation' },
    ]);
  });
});

test.each([
  ['Summer vacation till 9 Apr', '2027-04-09', 'Summer vacation'],
  ['Mid-term break: 05.04.2027 - 10.04.2027, school reopens on 12.04.2027', '2027-04-11', 'Mid-term break'],
  ['Puja holidays begin. School reopens on 7 April', '2027-04-06', 'Puja holidays'],
  ['Puja holidays 2027-04-05 to 2027-04-09', '2027-04-09', 'Puja holidays'],
  ['Commencement of summer vacation', '2027-04-25', 'summer vacation'],
  ['Summer holidays', '2027-04-25', 'Summer holidays'],
  ['Puja holidays till 31 April', '2027-04-25', 'Puja holidays'],
  ['Holidays: Id', '2027-04-05', 'Id'],
  ['Holiday (2nd Monday)', '2027-04-05', '2nd Monday'],
])('%j lasts to %s', (title, to, name) => {
  const later = [on('2027-04-20', 'Holiday: Id'), on('2027-04-26', 'School re-opens'), on('2027-06-01', 'Summer vacation ends')];
  expect(daysOff([on('2027-04-05', title), ...later])[0]).toEqual({ from: '2027-04-05', to, name });
});

test('holidays that begin end with the entry that says so, and not with the end of others', () => {
  const ended = [on('2027-04-05', 'Vacation begins'), on('2027-04-20', 'Vacation ends')];
  expect(daysOff(ended)).toEqual([{ from: '2027-04-05', to: '2027-04-20', name: 'Vacation' }]);
  const festival = [on('2026-11-08', 'Diwali vacation'), on('2026-12-23', 'School closed'), on('2027-01-04', 'School reopens')];
  expect(daysOff(festival)[0]?.to).toBe('2026-11-08');
  const two = [on('2026-10-16', 'Puja holidays'), on('2026-12-23', 'Winter vacation'), on('2027-01-04', 'School reopens')];
  expect(daysOff(two).map(({ to }) => to)).toEqual(['2026-10-16', '2027-01-03']);
});

test('the days of which a calendar says itself whether there is school, and the last of which it tells', () => {
  const entries = [
    on('2026-11-24', 'Holiday: Guru Nanak Jayanti'),
    on('2026-11-28', 'Working Saturday for all classes: athletics meet'),
    on('2026-12-01', 'Holidays for classes I to V, 1 to 3 December'),
    on('2026-12-04', 'Classes resume after the holidays'),
    on('2026-12-05', 'Last working day of the year'),
    { title: 'Working day, to be announced', date: null },
  ];
  const { off, marked, hasWorkingDays, since, until } = schoolDays(entries);
  expect(off.map(({ from }) => from)).toEqual(['2026-11-24']);
  expect(marked).toEqual([
    { from: '2026-11-28', to: '2026-11-28', title: 'Working Saturday for all classes: athletics meet' },
    { from: '2026-12-01', to: '2026-12-03', title: 'Holidays for classes I to V, 1 to 3 December' },
  ]);
  expect(hasWorkingDays).toBe(true);
  expect([since, until]).toEqual(['2026-11-24', '2026-12-05']);
  expect(schoolDays([])).toEqual({ off: [], marked: [], hasWorkingDays: false, since: '', until: '' });
});
