import { z } from 'zod';
import { page, table, words } from './fields.ts';

const marks = z.int().positive();

const marked = z
  .strictObject({
    classes: words,
    /** Marks of one semester; a year has two. */
    marks,
    parts: z.array(z.strictObject({ name: words, marks })).min(2),
    note: words.optional(),
  })
  .superRefine(({ marks: all, parts }, context) => {
    const sum = parts.reduce((total, part) => total + part.marks, 0);
    if (sum !== all) context.addIssue({ code: 'custom', path: ['parts'], message: `add up to ${sum}, not to the ${all} marks` });
  });

/** Classes whose marks are not the school's. */
const unmarked = z.strictObject({ classes: words, notes: z.array(words).min(1) });

/** The exam pattern: what counts in a semester, by classes. */
export const exam = z.strictObject({
  ...page,
  lead: words,
  groups: z.array(z.union([marked, unmarked])).min(1),
  /** The examinations of the session. */
  dates: table,
  rules: z.strictObject({ heading: words, items: z.array(z.strictObject({ name: words, text: words })).min(1) }),
  /** The last results of class X and class XII. */
  results: z.strictObject({ x: words, xii: words }),
});
