import { z } from 'zod';
import { recordOf } from '../../lib/recordOf.ts';
import { words } from './fields.ts';

const count = z.int().positive();
const day = z.iso.date('must be a day such as 2027-01-30');
/** First and last day. */
const days = z.strictObject({ from: day, to: day }).refine(({ from, to }) => from < to, 'must end after it begins');

const each = <Key extends string, Schema extends z.ZodType>(schema: Schema, ...keys: readonly Key[]) =>
  recordOf(keys, () => schema);

const CLASSES = ['nursery', 'primary', 'middle', 'secondary', 'senior'] as const;

/** Rupees: `admission` once, `monthly` by classes, `bus` a month by the way to school; per cent: `sibling`. */
const fees = z
  .strictObject({
    ...each(words, 'session', 'payFrom', 'payTo', 'nextSession'),
    ...each(count, 'admission', 'lateNext', 'lateSecond', 'readmission', 'sibling'),
    monthly: z.strictObject(each(count, ...CLASSES)),
    bus: z.strictObject(each(count, 'near', 'middle', 'far')),
    nextAnnounced: day,
  })
  .transform((read) => ({
    ...read,
    quarter: recordOf(CLASSES, (classes) => 3 * read.monthly[classes]),
    year: recordOf(CLASSES, (classes) => 12 * read.monthly[classes]),
    first: recordOf(CLASSES, (classes) => 12 * read.monthly[classes] + read.admission),
  }));

const byAge = z.strictObject(each(words, 'prePrimary', 'school'));
const times = z.strictObject({
  ...each(words, 'gatesOpen', 'firstBell', 'gateCloses', 'assembly', 'firstLesson', 'break', 'saturday', 'payment'),
  ...each(words, 'clubs', 'clubsEnd', 'library', 'busOffice'),
  ...each(byAge, 'lastBell', 'busesLeave'),
  routes: z.array(z.strictObject(each(words, 'stops', 'first'))).min(1),
});

/** People by what they answer, and how soon an answer comes. */
const offices = z.strictObject({
  ...each(words, 'front', 'admissions', 'accounts', 'buses', 'app', 'nurse', 'counsellor', 'security', 'library', 'magazine'),
  ...each(words, 'principal', 'vicePrincipal'),
  answer: z.strictObject(each(words, 'message', 'complaint', 'appeal', 'certificate', 'nursery', 'childSafety')),
});

const dates = z.strictObject({
  ...each(days, 'session', 'halfYearly', 'preparatory', 'practical', 'annual', 'winterUniform', 'feesJanuary'),
  ...each(day, 'semester2', 'halfYearlyResults', 'board', 'reportDay', 'nextSession', 'nextNursery'),
  ...each(day, 'athletics', 'annualDay', 'farewell', 'bookExchange', 'magazine', 'astronomy'),
  holidays: z.strictObject(each(days, 'summer', 'puja', 'winter')),
  nursery: z.strictObject({ ...each(days, 'born', 'registration'), ...each(day, 'age', 'openMorning', 'result', 'feesDue') }),
  scholarship: z.strictObject(each(day, 'registration', 'test', 'result')),
  classXi: z.strictObject({ ...each(day, 'registration', 'lessons'), notice: words }),
});

/** Per cent: `attendance` of the working days, `passMark` of the marks. */
const figures = z.strictObject({
  ...each(count, 'students', 'teachers', 'perTeacher', 'nurseryPlaces', 'attendance', 'passMark', 'books', 'computers'),
  ...each(words, 'affiliation', 'trust'),
  founded: z.strictObject(each(words, 'year', 'size')),
  sections: z.strictObject(each(z.strictObject({ count: words, students: count }), 'prePrimary', 'school', 'senior')),
});

/** The facts that more than one page says: a file each below `src/content/facts`, which says what each of them is. */
export const facts = z.strictObject({ fees, times, offices, dates, figures });
