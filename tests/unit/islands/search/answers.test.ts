import { describe, expect, test } from 'vitest';
import { createAnswers, type Present } from '../../../../src/islands/search/answers.ts';
import type { SearchStatics } from '../../../../src/types/search.ts';

const feesOf = (classes: string, amount: string) => ({ columns: ['Classes', 'A month'], cells: [classes, amount] });

const statics: SearchStatics = {
  ignored: ['is', 'the', 'when'],
  same: [
    ['republic day', '26 january'],
    ['xmas', 'christmas'],
  ],
  kinds: {},
  pages: [],
  documents: [],
  answers: [
    { asked: ['fees', 'fee structure'], heading: 'Fees', from: 'fees', href: '/Fees', page: 'Fees Policy' },
    { asked: ['last date fees'], heading: 'When fees are paid', from: ['By the 20th.'], href: '/Fees', page: 'Fees Policy' },
    { asked: ['holiday'], heading: 'Next holidays', from: 'holidays', href: '/Calendar', page: 'Calendar' },
    {
      asked: ['open tomorrow', 'school today', 'school open', 'tomorrow', 'open saturday', 'holiday saturday'],
      heading: 'Is school open?',
      from: 'open',
      href: '/Calendar',
      page: 'Calendar',
    },
    {
      asked: ['bus stop', 'bus'],
      heading: 'Bus times',
      from: [
        ...[
          'Mill',
          'Lake Gate',
          'Old Bridge',
          'Church',
          'New Bridge',
          'Park',
          'Fort',
          'Market',
          'Mango Grove',
          'Station',
          'Library',
        ],
        ...['Stadium', 'Post Office'],
      ].map((stop) => `${stop}: 7 am.`),
      href: '/Facility',
      page: 'All stops and times',
    },
    { asked: ['phone'], heading: 'Telephone', from: ['+91 1'], href: '/ContactUs', page: 'Contact Us' },
  ],
  fees: {
    rows: [feesOf('Nursery to UKG', 'Rs. 1,600'), feesOf('VI to VIII', 'Rs. 2,400'), feesOf('IX and X', 'Rs. 2,700')],
    notes: ['Once: Rs. 5,000.'],
  },
  phones: [],
  schoolDays: {
    off: [
      { from: '2026-11-08', to: '2026-11-08', name: 'Diwali' },
      { from: '2026-11-24', to: '2026-11-24', name: 'Guru Nanak Jayanti' },
      { from: '2026-12-18', to: '2026-12-18', name: 'Good Friday' },
      { from: '2026-12-23', to: '2027-01-03', name: 'Winter holidays' },
    ],
    marked: [],
    hasWorkingDays: false,
    since: '2026-10-02',
    until: '2027-01-04',
  },
};
const calendarEntry = (day: string, title: string) => ({ kind: 'Calendar', href: '/Calendar', title, text: '', day });
const calendar = [
  calendarEntry('2026-11-24', 'Holiday: Guru Nanak Jayanti'),
  calendarEntry('2026-11-25', 'Collection of clothes'),
  calendarEntry('2026-12-23', 'Winter holidays (23 Dec to 3 Jan)'),
  calendarEntry('2027-01-04', 'School reopens after the winter holidays'),
  calendarEntry('2026-11-08', 'Holiday: Diwali'),
];
const on = (today: string, closures: Present['closures'] = []): Present => ({ today, calendar, closures });
const lines = (query: string, present = on('2026-11-23')) => createAnswers(statics)(query, present)?.lines;

describe('fees', () => {
  test.each([
    ['class 7 fees', [feesOf('VI to VIII', 'Rs. 2,400'), 'Once: Rs. 5,000.']],
    ['fee of class X', [feesOf('IX and X', 'Rs. 2,700'), 'Once: Rs. 5,000.']],
    ['lkg fee', [feesOf('Nursery to UKG', 'Rs. 1,600'), 'Once: Rs. 5,000.']],
    [
      'Fees',
      [
        feesOf('Nursery to UKG', 'Rs. 1,600'),
        feesOf('VI to VIII', 'Rs. 2,400'),
        feesOf('IX and X', 'Rs. 2,700'),
        'Once: Rs. 5,000.',
      ],
    ],
    ['last date of fees', ['By the 20th.']],
  ])('%s are answered with %j', (query, expected) => expect(lines(query)).toEqual(expected));
});

test('holidays from today on, the nearest first; no day on which school reopens', () => {
  expect(lines('holiday')).toEqual([
    'Tuesday, 24 Nov 2026: Guru Nanak Jayanti',
    'Friday, 18 Dec 2026: Good Friday',
    'Wednesday, 23 Dec 2026: Winter holidays, until Sunday, 3 Jan 2027',
  ]);
  expect(lines('holiday', on('2027-03-01'))).toBeUndefined();
});

test('a holiday that is named is told alone; of one that is over its last day', () => {
  expect(lines('winter holiday')).toEqual(['Wednesday, 23 Dec 2026: Winter holidays, until Sunday, 3 Jan 2027']);
  expect(lines('diwali holiday')).toEqual(['Sunday, 8 Nov 2026: Diwali']);
});

describe('whether school is open', () => {
  test.each([
    ['is school open tomorrow', '2026-11-23', 'Tomorrow, Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['is school open tomorrow', '2026-11-24', 'Tomorrow, Wednesday, 25 Nov 2026: the calendar names no holiday.'],
    ['school today', '2026-11-24', 'Today, Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['tomorrow', '2026-11-28', 'Tomorrow, Sunday, 29 Nov 2026: no school. It is a Sunday.'],
    ['tomorrow', '2026-11-27', 'Tomorrow, Saturday, 28 Nov 2026: a Saturday; the calendar names no holiday.'],
    ['tomorrow', '2026-12-28', 'Tomorrow, Tuesday, 29 Dec 2026: no school. Winter holidays, until Sunday, 3 Jan 2027.'],
    ['open on saturday', '2026-12-22', 'Saturday, 26 Dec 2026: no school. Winter holidays, until Sunday, 3 Jan 2027.'],
    ['open on tuesday', '2026-11-24', 'Today, Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['is 24/11 a holiday', '2026-11-26', 'Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['open 8 nov', '2026-11-26', 'Sunday, 8 Nov 2026: no school. Diwali.'],
    ['open 4 jan', '2026-11-26', 'Monday, 4 Jan 2027: the calendar names no holiday.'],
    ['open 2026-11-24', '2026-11-26', 'Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['school open 26 january', '2026-11-26', undefined],
    ['school open 4 january', '2026-11-26', 'Monday, 4 Jan 2027: the calendar names no holiday.'],
    ['school open on diwali', '2026-11-07', 'Tomorrow, Sunday, 8 Nov 2026: no school. Diwali.'],
    ['school open on holi', '2026-11-26', undefined],
    ['school open day after tomorrow', '2026-11-22', 'Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['school open yesterday', '2026-11-25', 'Tuesday, 24 Nov 2026: no school. Guru Nanak Jayanti.'],
    ['school open good friday', '2026-11-26', 'Friday, 18 Dec 2026: no school. Good Friday.'],
    ['school open 1 june', '2026-11-26', undefined],
    ['school open 29 february', '2026-11-25', undefined],
    ['school open 31 june', '2026-11-25', undefined],
    ['tomorrow', '2027-01-03', 'Tomorrow, Monday, 4 Jan 2027: the calendar names no holiday.'],
  ])('%s on %s: %s', (query, today, expected) => expect(lines(query, on(today))?.[0]).toBe(expected));

  test('a Saturday is a school day where the calendar says so, and none where it marks others', () => {
    const title = 'Working Saturday, all classes';
    const marks = [{ from: '2026-11-28', to: '2026-11-28', title }];
    const schoolDays = { ...statics.schoolDays, marked: marks, hasWorkingDays: true };
    const entries = [...calendar, calendarEntry('2026-11-28', title), calendarEntry('2026-11-28', 'Athletics meet')];
    const marked = (today: string, some = entries) =>
      createAnswers({ ...statics, schoolDays })('open on saturday', { ...on(today), calendar: some })?.lines;
    const said = 'Tomorrow, Saturday, 28 Nov 2026: Working Saturday, all classes.';
    expect(marked('2026-11-27')).toEqual([said, 'In the calendar: Athletics meet.']);
    // Also before the entries of that month are here.
    expect(marked('2026-11-27', [])).toEqual([said]);
    expect(marked('2026-12-01')).toEqual([
      'Saturday, 5 Dec 2026: no school. The calendar does not name it as a working Saturday.',
    ]);
  });

  test('what the calendar says of some classes is told as it says it', () => {
    const title = 'Holidays for classes I to V, 24 to 26 November';
    const schoolDays = { ...statics.schoolDays, off: [], marked: [{ from: '2026-11-24', to: '2026-11-26', title }] };
    const said = createAnswers({ ...statics, schoolDays })('tomorrow', on('2026-11-24'))?.lines;
    expect(said?.[0]).toBe(`Tomorrow, Wednesday, 25 Nov 2026: ${title}.`);
  });

  test('nothing is said of a day that the calendar does not reach', () => {
    expect(lines('tomorrow', on('2027-01-04'))).toBeUndefined();
    expect(lines('open 24 nov 2027')).toBeUndefined();
  });

  test('closures come first, and what else the calendar has stands below', () => {
    const closure = { kind: 'Closure', href: '/Highlights', title: 'Closed because of fog', text: '' };
    expect(lines('tomorrow', on('2026-11-24', [closure]))).toEqual([
      'Closed because of fog',
      'Tomorrow, Wednesday, 25 Nov 2026: the calendar names no holiday; please read the notice above.',
      'In the calendar: Collection of clothes.',
    ]);
  });
});

describe('of many lines', () => {
  test.each([
    ['bus stop', ['Mill: 7 am.', 'Lake Gate: 7 am.', 'Old Bridge: 7 am.']],
    ['bus stop old bridge', ['Old Bridge: 7 am.']],
    ['bus bridge', ['Old Bridge: 7 am.', 'New Bridge: 7 am.']],
  ])('%s is answered with the first, or with those that name what is asked for', (query, expected) =>
    expect(lines(query)).toEqual(expected),
  );
});

test('nothing is answered to what was not asked', () => {
  expect(lines('annual day')).toBeUndefined();
  expect(lines('mobile phone rules boys')).toBeUndefined();
  expect(lines('phone of the school')).toEqual(['+91 1']);
});
