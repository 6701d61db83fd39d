import { describe, expect, test } from 'vitest';
import { createAnswers, type Present } from '../../../../src/islands/search/answers.ts';
import type { SearchStatics } from '../../../../src/types/search.ts';

const feesOf = (classes: string, amount: string) => ({ columns: ['Classes', 'A month'], cells: [classes, amount] });

const statics: SearchStatics = {
  ignored: ['is', 'the', 'when', 'on'],
  same: [
    ['guru nanak jayanti', '24 november'],
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
    notes: ['Once: Rs. 5,000.', 'Of 2027-28: in January.'],
  },
  phones: [],
  schoolDays: {
    told: [
      { from: '2026-11-08', to: '2026-11-08', title: 'Holiday: Diwali' },
      { from: '2026-11-24', to: '2026-11-24', title: 'Holiday: Guru Nanak Jayanti' },
      { from: '2026-12-12', to: '2026-12-12', title: 'Working Saturday, all classes' },
      { from: '2026-12-18', to: '2026-12-18', title: 'Holiday: Good Friday' },
      { from: '2026-12-23', to: '2027-01-03', title: 'Winter holidays (23 Dec to 3 Jan)' },
      { from: '2027-01-04', to: '2027-01-04', title: 'School reopens after the winter holidays' },
    ],
    since: '2026-10-02',
    until: '2027-01-06',
  },
  schoolWeek: 'School is open from Monday to Friday.',
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

const NOTES = ['Once: Rs. 5,000.', 'Of 2027-28: in January.'];
const ALL_FEES = [
  feesOf('Nursery to UKG', 'Rs. 1,600'),
  feesOf('VI to VIII', 'Rs. 2,400'),
  feesOf('IX and X', 'Rs. 2,700'),
  ...NOTES,
];

describe('fees', () => {
  test.each([
    ['lkg fees', 'LKG'],
    ['kg fees', 'LKG'],
    ['nursery fees', 'Nursery'],
  ])('%s are those of a row of its own, where there is one', (query, row) => {
    const rows = ['Nursery', 'LKG', 'UKG'].map((classes) => feesOf(classes, 'Rs. 900'));
    const answers = createAnswers({ ...statics, fees: { rows, notes: [] } });
    expect(answers(query, on('2026-11-23'))?.lines).toEqual([feesOf(row, 'Rs. 900')]);
  });

  test.each([
    ['class 7 fees', [feesOf('VI to VIII', 'Rs. 2,400'), ...NOTES]],
    ['fee of class X', [feesOf('IX and X', 'Rs. 2,700'), ...NOTES]],
    ['6th fees', [feesOf('VI to VIII', 'Rs. 2,400'), ...NOTES]],
    ['class 6 fees 3 months', [feesOf('VI to VIII', 'Rs. 2,400'), ...NOTES]],
    ['class 7 monthly fees', [feesOf('VI to VIII', 'Rs. 2,400'), ...NOTES]],
    ['class 9 year fees', [feesOf('IX and X', 'Rs. 2,700'), ...NOTES]],
    ['6 months fees', ALL_FEES],
    ['6 bachcho fees', ALL_FEES],
    ['10 mahine fees', ALL_FEES],
    ['7 children fees', ALL_FEES],
    ['lkg fee', [feesOf('Nursery to UKG', 'Rs. 1,600'), ...NOTES]],
    ['Fees', ALL_FEES],
    ['last date of fees', ['By the 20th.']],
  ])('%s are answered with %j', (query, expected) => expect(lines(query)).toEqual(expected));
});

test('holidays from today on, the nearest first; no day on which school reopens', () => {
  expect(lines('holiday')).toEqual([
    'Tuesday, 24 Nov 2026: Holiday: Guru Nanak Jayanti',
    'Friday, 18 Dec 2026: Holiday: Good Friday',
    'Wednesday, 23 Dec 2026: Winter holidays (23 Dec to 3 Jan)',
  ]);
  expect(lines('holiday', on('2027-03-01'))).toBeUndefined();
});

test('a holiday that is named is told alone; of one that is over its last day', () => {
  expect(lines('winter holiday')).toEqual(['Wednesday, 23 Dec 2026: Winter holidays (23 Dec to 3 Jan)']);
  expect(lines('diwali holiday')).toEqual(['Sunday, 8 Nov 2026: Holiday: Diwali']);
});

test('holidays of a month are those that have a day in it, and those that it names', () => {
  const winter = 'Wednesday, 23 Dec 2026: Winter holidays (23 Dec to 3 Jan)';
  expect(lines('holiday december')).toEqual(['Friday, 18 Dec 2026: Holiday: Good Friday', winter]);
  expect(lines('holiday jan')).toEqual([winter]);
  expect(lines('holiday march')).toBeUndefined();
  expect(lines('holiday nov', on('2026-11-30'))).toEqual([
    'Sunday, 8 Nov 2026: Holiday: Diwali',
    'Tuesday, 24 Nov 2026: Holiday: Guru Nanak Jayanti',
  ]);
  const told = [
    { from: '2027-05-01', to: '2027-05-01', title: 'Holiday: May Day' },
    { from: '2027-05-18', to: '2027-07-04', title: 'Summer holidays' },
  ];
  const answer = createAnswers({ ...statics, schoolDays: { ...statics.schoolDays, told } });
  const titles = (query: string) =>
    answer(query, on('2027-03-01'))?.lines.map((line) => String(line).split(': ').slice(1).join(': '));
  expect(titles('holiday may')).toEqual(['Holiday: May Day', 'Summer holidays']);
  expect(titles('holiday june')).toEqual(['Summer holidays']);
});

describe('whether school is open is answered with the words of the calendar', () => {
  const GURU_NANAK = 'Tuesday, 24 Nov 2026: Holiday: Guru Nanak Jayanti.';
  const REOPENS = 'Monday, 4 Jan 2027: School reopens after the winter holidays.';
  test.each([
    ['is school open tomorrow', '2026-11-23', `Tomorrow, ${GURU_NANAK}`],
    ['is school open tomorrow', '2026-11-24', 'Tomorrow, Wednesday, 25 Nov 2026: Collection of clothes.'],
    ['school today', '2026-11-24', `Today, ${GURU_NANAK}`],
    ['tomorrow', '2026-12-28', 'Tomorrow, Tuesday, 29 Dec 2026: Winter holidays (23 Dec to 3 Jan).'],
    ['open on saturday', '2026-12-22', 'Saturday, 26 Dec 2026: Winter holidays (23 Dec to 3 Jan).'],
    ['open on saturday', '2026-12-11', 'Tomorrow, Saturday, 12 Dec 2026: Working Saturday, all classes.'],
    ['open on tuesday', '2026-11-24', `Today, ${GURU_NANAK}`],
    ['is 24/11 a holiday', '2026-11-26', GURU_NANAK],
    ['open 8 nov', '2026-11-26', 'Sunday, 8 Nov 2026: Holiday: Diwali.'],
    ['open 2026-11-24', '2026-11-26', GURU_NANAK],
    ['school open 26 january', '2026-11-26', undefined],
    ['is 24 november a holiday', '2026-11-20', GURU_NANAK],
    ['school open 4 january', '2026-11-26', REOPENS],
    ['school open on diwali', '2026-11-07', 'Tomorrow, Sunday, 8 Nov 2026: Holiday: Diwali.'],
    ['school open on holi', '2026-11-26', undefined],
    ['school open day after tomorrow', '2026-11-22', GURU_NANAK],
    ['school open yesterday', '2026-11-25', GURU_NANAK],
    ['school open on friday', '2026-11-26', 'Tomorrow, Friday, 27 Nov 2026: no entry about a holiday in the calendar.'],
    ['school open next thursday', '2026-11-26', 'Thursday, 3 Dec 2026: no entry about a holiday in the calendar.'],
    ['school open guru purnima', '2026-11-23', undefined],
    ['school open good friday', '2026-11-26', 'Friday, 18 Dec 2026: Holiday: Good Friday.'],
    ['school open 1 june', '2026-11-26', undefined],
    ['school open on the 25th', '2026-11-25', undefined],
    ['school open class 5', '2026-11-23', `Tomorrow, ${GURU_NANAK}`],
    ['school open 29 february', '2026-11-25', undefined],
    ['school open 31 june', '2026-11-25', undefined],
    ['tomorrow', '2027-01-03', `Tomorrow, ${REOPENS}`],
  ])('%s on %s: %s', (query, today, expected) => expect(lines(query, on(today))?.[0]).toBe(expected));

  test('a day that it does not name stands between what it tells before and after, with the days of school, as a weekend does', () => {
    expect(lines('tomorrow', on('2026-12-20'))).toEqual([
      'Tomorrow, Monday, 21 Dec 2026: no entry about a holiday in the calendar.',
      'School is open from Monday to Friday.',
      'Before that day: Saturday, 12 Dec 2026: Working Saturday, all classes; Friday, 18 Dec 2026: Holiday: Good Friday.',
      'After that day: Wednesday, 23 Dec 2026: Winter holidays (23 Dec to 3 Jan).',
    ]);
    expect(lines('tomorrow', on('2026-12-11'))).toEqual([
      'Tomorrow, Saturday, 12 Dec 2026: Working Saturday, all classes.',
      'School is open from Monday to Friday.',
    ]);
  });

  test('an entry of several days is told on each of them, between what is told of school', () => {
    const told = [...statics.schoolDays.told, { from: '2026-12-07', to: '2026-12-11', title: 'Examinations, 7 to 11 Dec' }];
    const answer = createAnswers({ ...statics, schoolDays: { ...statics.schoolDays, told } })('tomorrow', on('2026-12-08'));
    expect(answer?.lines.slice(0, 3)).toEqual([
      'Tomorrow, Wednesday, 9 Dec 2026: Examinations, 7 to 11 Dec.',
      'School is open from Monday to Friday.',
      'Before that day: Sunday, 8 Nov 2026: Holiday: Diwali; Tuesday, 24 Nov 2026: Holiday: Guru Nanak Jayanti.',
    ]);
  });

  test('a date without a year is the next that the calendar reaches', () => {
    expect(lines('open 4 jan', on('2026-01-20'))?.[0]).toBe('Monday, 4 Jan 2027: School reopens after the winter holidays.');
  });

  test('several entries of a day are told once each, also before those of its month are here', () => {
    const entries = [...calendar, calendarEntry('2026-11-24', 'Langar at the gurdwara')];
    const told = `Tomorrow, Tuesday, 24 Nov 2026: Holiday: Guru Nanak Jayanti`;
    expect(lines('tomorrow', { ...on('2026-11-23'), calendar: entries })).toEqual([`${told}; Langar at the gurdwara.`]);
    expect(lines('tomorrow', { ...on('2026-11-23'), calendar: [] })).toEqual([`${told}.`]);
  });

  test('nothing is said of a day that the calendar does not reach', () => {
    expect(lines('tomorrow', on('2027-01-06'))).toBeUndefined();
    expect(lines('open 24 nov 2027')).toBeUndefined();
  });

  test('closures come first', () => {
    const closure = { kind: 'Closure', href: '/Highlights', title: 'Closed because of fog', text: '' };
    expect(lines('tomorrow', on('2026-11-23', [closure]))).toEqual(['Closed because of fog', `Tomorrow, ${GURU_NANAK}`]);
  });
});

describe('of many lines', () => {
  test.each([
    ['bus stop', ['Mill: 7 am.', 'Lake Gate: 7 am.', 'Old Bridge: 7 am.']],
    ['bus stop old bridge', ['Old Bridge: 7 am.']],
    ['old bridge morning bus', ['Old Bridge: 7 am.']],
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
