import { describe, expect, test } from 'vitest';
import { clockText, readHours, whenOf } from '../../../src/lib/readHours.ts';

/** What is read of a text: `9:00-13:00`, `8:00`, or nothing. */
function read(text: string): string {
  const hours = readHours(text);
  if (!hours) return '';
  return hours.end === null ? clockText(hours.start) : `${clockText(hours.start)}-${clockText(hours.end)}`;
}

/** Texts as people write them, and the hours that they tell. Empty: none, so the whole day. */
const TEXTS: readonly (readonly [text: string, hours: string])[] = [
  ['9:00 am to 1:00 pm', '09:00-13:00'],
  ['8:00 am', '08:00'],
  ['5:00 pm', '17:00'],
  ['10.30', '10:30'],
  ['17:00 hrs', '17:00'],
  ['1700 hrs', '17:00'],
  ['9h30 to 17h', '09:30-17:00'],
  ['2h', ''],
  // Without a word for hours these are numbers, of pupils or of years.
  ['1001 to 1050', ''],
  ['2026 - 2027', ''],
  ['0900-1300 hrs', '09:00-13:00'],
  ['0900 hrs to 1300 hours', '09:00-13:00'],
  ['09:00', '09:00'],
  ['16:45', '16:45'],
  ['10:30 AM', '10:30'],
  ['10:30AM-12:30PM', '10:30-12:30'],
  ['10.30 a.m.', '10:30'],
  ['2.30 p.m. onwards', '14:30'],
  ['5pm', '17:00'],
  ['at 5 P.M. sharp', '17:00'],
  ['9 – 11:30 a.m.', '09:00-11:30'],
  ['9-11 am', '09:00-11:00'],
  ['11 to 1 pm', '11:00-13:00'],
  ['Seniors 9 to 11 am', '09:00-11:00'],
  ['Visitors 10 to 12 noon', '10:00-12:00'],
  ['Rs 9 to 11 am', '11:00'],
  // Nobody stays so long.
  ['3 pm - 1 pm', '15:00'],
  ['10am-10am', '10:00'],
  ['6 pm to 9 am', '18:00-09:00'],
  ['11 am - 1 pm', '11:00-13:00'],
  ['from 9 am till noon', '09:00-12:00'],
  ['9 am to 12 noon', '09:00-12:00'],
  ['12 noon', '12:00'],
  ['noon', '12:00'],
  ['12:15 pm', '12:15'],
  ['12:30 am', '00:30'],
  ['7:30 – 9:00 pm', '19:30-21:00'],
  ['6 pm to midnight', '18:00-00:00'],
  ['10 pm - 5 am', '22:00-05:00'],
  ['9:00 - 1:00', '09:00-13:00'],
  ['8.30 to 2.30', '08:30-14:30'],
  ['5:00 pm to 6:00', '17:00-18:00'],
  ['between 9 and 11 am', '09:00-11:00'],
  ['2:30', '14:30'],
  ['6:30', ''],
  ['10 o’clock', '10:00'],
  ['9:30 in the morning', '09:30'],
  ['5 in the evening', '17:00'],
  ['Buses leave at 6:00 am', '06:00'],
  ['Reporting 7:30 am, start 8:00 am', '07:30'],
  ['8:00 am to 11:00 am and 12 noon to 3 pm', '08:00-11:00'],
  ['8:00 AM - 2:00 PM (Mon to Fri)', '08:00-14:00'],
  ['Class 11: 9 am', '09:00'],
  ['Class XI, 10:30 AM (IST) to 12:00 PM', '10:30-12:00'],
  ['10:30:00', '10:30'],
  ['quarter to 10 am', '09:45'],
  ['half past 9', '09:30'],
  ['a quarter past 2 to half past 3', '14:15-15:30'],
  ['half past noon', '12:30'],
  ['quarter to midnight', '23:45'],
  ['quarter to 0', '23:45'],
  ['quarter to 12 am', '23:45'],
  ['quarter to 12 midnight', '23:45'],
  ['8 pm to half past midnight', '20:00-00:30'],
  ['8:00am→10:00am', '08:00-10:00'],
  ['9：30 am', '09:30'],
  ['From 8 o clock', '08:00'],
  ['8 am (juniors), 9 am (seniors)', '08:00'],
  ['12 midnight', '00:00'],
  ['Rs. 50 entry, 10 am', '10:00'],
  ['9 am to 5 pm (22 & 23 Jan)', '09:00-17:00'],
  ['half past nine', ''],
  ['सुबह 10 बजे', '10:00'],
  ['सुबह 9 से 11 बजे', '09:00-11:00'],
  ['शाम ५:३० बजे', '17:30'],
  ['সকাল ৮টা', '08:00'],
  ['সকাল ৯টা থেকে দুপুর ১টা', '09:00-13:00'],
  ['All day', ''],
  ['After school', ''],
  ['To be announced', ''],
  ['2 hrs', ''],
  ['Until 3 pm', ''],
  ['28.11.2026', ''],
  ['Class 9-11', ''],
  ['25:00', ''],
  ['', ''],
];

describe('the hours of a text', () => {
  test.each(TEXTS)('%j: %s', (text, hours) => {
    expect(read(text)).toBe(hours);
  });
});

describe('the hours of a title', () => {
  const hours = (title: string, day = '2026-12-07') => whenOf({ day }, { title }).hours;

  test('are no decimal that stands for something else, and no days', () => {
    for (const title of ['Unit test 3.15 marks scheme', 'Swachh Bharat 2.00 drive', 'Pre-board exam (7.12 to 18.12)'])
      expect(hours(title), title).toBeNull();
  });

  test('are those of each day where days and times alternate', () => {
    for (const days of ['7 Dec 9:00 am to 9 Dec 5:00 pm', '7 Dec, 9:00 am - 9 Dec, 5:00 pm'])
      expect(whenOf({ day: '2026-12-07' }, { title: 'Fair', time: days }), days).toMatchObject({
        lastDay: '2026-12-09',
        hours: { start: 540, end: 1020 },
      });
    expect(hours('Camp, 7 to 9 December, 9 am')).toEqual({ start: 540, end: null });
  });

  test('are told by a decimal where a time stands', () => {
    for (const title of [
      'PTM, 9.30',
      'PTM at 9.30 in the hall',
      'PTM (9.30)',
      'PTM 9.30 onwards',
      '9.30: PTM',
      'PTM 9.30 in the hall',
      'PTM 9.30 am in the hall',
    ])
      expect(hours(title), title).toEqual({ start: 570, end: null });
    expect(hours('PTM 9.30 to 11.30')).toEqual({ start: 570, end: 690 });
    expect(hours('Exam, 7.12 to 18.12, 9.30 to 11.30')).toEqual({ start: 570, end: 690 });
  });
});

test.each(['', 'quarter to ', 'quarter past ', 'half past ', 'पौने '])('no time after %j lies outside its day', (before) => {
  const hours = Array.from({ length: 25 }, (_, hour) => [`${hour}`, `${hour}:00`, `${hour} am`, `${hour} pm`, `${hour} hrs`]);
  const times = [...hours.flat(), 'noon', 'midnight', '12 noon', '12 midnight'].map((time) => before + time);
  const wrong = times
    .flatMap((time) => [time, `${time} to ${time}`, `11:50 pm to ${time}`, `${time} to 9 am`])
    .filter((text) => {
      const { start = 0, end = null } = readHours(text) ?? {};
      return start < 0 || start >= 1440 || (end !== null && (end <= start || end >= 2880));
    });
  expect(wrong).toEqual([]);
});

describe('the days of a text', () => {
  const days = (day: string, time: string, description = '', title = 'Camp') => {
    const { lastDay } = whenOf({ day }, { title, time, description });
    return lastDay;
  };

  test.each([
    ['2026-10-17', '17 to 19 October', '2026-10-19'],
    ['2026-10-17', '17-19 Oct, 9 am', '2026-10-19'],
    ['2026-11-28', '28 Nov – 2 Dec 2026', '2026-12-02'],
    ['2026-12-30', 'Wed 30 December to Fri 1st January', '2027-01-01'],
    ['2026-10-17', 'October 17 to 19', '2026-10-19'],
    ['2026-10-17', '17, 18 and 19 October', '2026-10-19'],
    ['2026-10-17', '17/10/2026 to 19/10/2026', '2026-10-19'],
    ['2026-10-17', 'Three days, from 8 am', '2026-10-19'],
    ['2026-10-17', '2 days', '2026-10-18'],
    ['2026-10-17', '18 to 19 October', '2026-10-17'],
    ['2026-10-17', 'October 17, 2 pm', '2026-10-17'],
    ['2026-10-17', '9 to 11 am', '2026-10-17'],
    ['2027-06-05', '5 to 7 Juniors, 8 to 10 Seniors', '2027-06-05'],
    ['2027-03-03', '3 to 5 Marathon', '2027-03-03'],
    ['2027-02-03', '3 to 5 Febuary', '2027-02-05'],
    ['2026-02-28', '28 to 31 February', '2026-02-28'],
    ['2026-02-28', '28 to 45 February', '2026-02-28'],
    ['2028-02-28', '28 to 29 February', '2028-02-29'],
    ['2026-12-07', '07-12-2026 to 11-12-2026', '2026-12-11'],
    ['2026-12-21', '21/12 to 23/12', '2026-12-23'],
    ['2026-12-21', 'Vacation, 21.12.2026 to 02.01.2027. School re-opens on 4 January', '2027-01-02'],
    ['2026-12-07', '7.12 to 18.12', '2026-12-18'],
    ['2026-12-08', '7.12 to 18.12', '2026-12-08'],
    ['2026-10-17', 'Two-day camp', '2026-10-18'],
    ['2026-12-07', '7 Dec 9:00 am to 9 Dec 5:00 pm', '2026-12-09'],
    ['2027-06-14', '2027-06-14 to 2027-06-18', '2027-06-18'],
    ['2026-10-17', '5 days to go', '2026-10-17'],
    ['2026-10-17', 'School reopens after a 10-day break', '2026-10-17'],
    ['2026-12-23', 'Vacation 23.12.2026 (Wednesday) to 03.01.2027 (Sunday)', '2027-01-03'],
    ['2026-10-17', '30 days course', '2026-10-17'],
    ['2026-10-17', '3 days workshop', '2026-10-19'],
  ])('from %s, %j: to %s', (day, time, last) => {
    expect(days(day, time)).toBe(last);
  });

  test('are read in the title and, where they are few, in the description', () => {
    expect(days('2026-10-17', '6:00 am', 'Three days in the hills, from 17 to 19 October.')).toBe('2026-10-19');
    expect(days('2026-10-17', '', '', 'Puja holidays, 17 to 30 October')).toBe('2026-10-30');
    expect(days('2026-12-07', '9 am to 1 pm', 'The fair is open from 7 to 9 December.')).toBe('2026-12-09');
    expect(days('2026-12-07', '10 to 11 am', 'Collect the forms from 7 to 12 December.')).toBe('2026-12-07');
    expect(days('2026-12-01', '9 am', 'Forms are taken from 1 December 2026 to 30 January 2027.')).toBe('2026-12-01');
  });
});
