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

test('the days of which a calendar says itself whether there is school, and the last of which it tells', () => {
  const entries = [
    on('2026-11-24', 'Holiday: Guru Nanak Jayanti'),
    on('2026-11-28', 'Working Saturday for all classes: athletics meet'),
    on('2026-12-01', 'Holidays for classes I to V, 1 to 3 December'),
    on('2026-12-04', 'Classes resume after the holidays'),
    on('2026-12-05', 'Annual day'),
    { title: 'Working day, to be announced', date: null },
  ];
  const { off, marked, hasWorkingDays, until } = schoolDays(entries);
  expect(off.map(({ from }) => from)).toEqual(['2026-11-24']);
  expect(marked).toEqual([
    { from: '2026-11-28', to: '2026-11-28', title: 'Working Saturday for all classes: athletics meet' },
    { from: '2026-12-01', to: '2026-12-03', title: 'Holidays for classes I to V, 1 to 3 December' },
  ]);
  expect(hasWorkingDays).toBe(true);
  expect(until).toBe('2026-12-05');
  expect(schoolDays([])).toEqual({ off: [], marked: [], hasWorkingDays: false, until: '' });
});
