import { z } from 'zod';
import { link, page, pdf, picture, words } from './fields.ts';

const lead = words;
const document = z.strictObject({ label: words, href: pdf });
/** What is still to come: a picture that says so. */
const soon = z.strictObject({ heading: words, text: words.optional(), picture });

/** The page with the academic calendar day by day and as a PDF. */
export const calendar = z.strictObject({
  ...page,
  lead,
  document,
  /** Above the PDF and the calendar file. */
  takeHeading: words,
  subscribe: words,
});

/** The page with the magazine's link. */
export const magazine = z.strictObject({
  ...page,
  lead,
  document,
  /** Printed on the drawn cover. */
  cover: z.strictObject({ name: words, issue: words }),
  /** Who made the issue. */
  credits: words,
  insideHeading: words,
  /** The pieces, each with its page in the PDF. */
  inside: z.array(z.strictObject({ title: words, page: z.int().positive(), text: words })).min(1),
  story: z.strictObject({ heading: words, paragraphs: z.array(words).min(1) }),
  /** Each poem by line. */
  poems: z.strictObject({ heading: words, poems: z.array(z.array(words).min(1)).min(1), by: words }),
  /** How to send something for the next issue. */
  write: z.strictObject({ heading: words, text: words }),
});

/** The clubs, and the picture that says that their own pages are to come. */
export const club = z.strictObject({
  ...page,
  lead,
  clubs: z.array(z.strictObject({ name: words, classes: words, when: words, where: words, teacher: words, text: words })).min(1),
  join: z.strictObject({ heading: words, steps: z.array(words).min(1) }),
  soon,
});

/** The first reflections, how to send one, and the picture that says that more are to come. */
export const reflections = z.strictObject({
  ...page,
  lead,
  reflections: z.array(z.strictObject({ text: words, name: words, role: words })).min(1),
  write: z.strictObject({ heading: words, text: words, link }),
  soon,
});
