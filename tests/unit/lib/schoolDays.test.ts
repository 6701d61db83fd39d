import { expect, test } from 'vitest';
import { isHoliday, tellsOfSchool } from '../../../src/lib/schoolDays.ts';

test.each([
  'Holiday: Diwali',
  'Holiday – Republic Day, flag hoisting at 8:00 am',
  'HOLIDAY',
  'Diwali holiday',
  'Puja holidays begin',
  'Summer Vacation starts',
  'School closed',
  'School will remain closed on account of Chhath Puja',
  'No school because of the storm',
  'Winter vacation 24.12.2026 - 03.01.2027',
  'Puja break',
  'Day off',
  'School closes for Rath Yatra',
  'Holiday (Classes I to V)',
  'Guru Nanak Jayanti (holiday)',
  'Classes I to V: Holiday',
  'Summer holidays for classes Nursery to V',
  'Holiday: Lohri (school bus will not ply)',
  'Holiday after the athletics meet',
  'Closed: district election',
  'Republic Day (school closed after flag hoisting)',
  'Gandhi Jayanti (National Holiday)',
  'Diwali, holiday',
  'Holi: holiday for all',
  'Mid-Term Break (3 to 4 Dec)',
  'Winter vacation from 21.12.2026. School re-opens on 4 January',
  'दीपावली अवकाश',
])('tells of days without school, for some at least: %s', (title) => expect(isHoliday(title)).toBe(true));

test.each([
  'School reopens after the Puja holidays',
  'Winter holidays end',
  'Working Saturday for all classes',
  'Classes resume',
])('tells of days with school: %s', (title) => expect([isHoliday(title), tellsOfSchool(title)]).toEqual([false, true]));

test.each([
  'Last day before the winter holidays',
  'Holiday homework, class V',
  'Notice: no school bus on a holiday',
  'Annual athletics meet',
  'Holiday cancelled',
  'Holiday camp at school',
  'Submission of holiday assignments',
  'Talk for parents: safe holidays, 3:30 to 4:30 pm',
  'Not a holiday: Navy Day',
  'School will remain open (holiday withdrawn)',
  'Holidays list published',
  'Holiday on 10 Dec cancelled: school is open',
  'अवकाश गृहकार्य जमा करें',
  'शीतकालीन अवकाश के बाद विद्यालय खुलेगा',
  'A lunch break (20 minutes)',
  '',
])('tells of neither: %s', (title) => expect(tellsOfSchool(title)).toBe(false));
