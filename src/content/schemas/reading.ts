import { z } from 'zod';
import { link, page, pdf, picture, words } from './fields.ts';

const lead = words;
const document = z.strictObject({ label: words, href: pdf });

/** The page with the calendar as a PDF. */
export const calendar = z.strictObject({ ...page, lead, document, months: z.strictObject({ text: words, link }) });

/** The page with the magazine's link. */
export const magazine = z.strictObject({
  ...page,
  lead,
  document,
  /** Printed on the drawn cover. */
  cover: z.strictObject({ name: words, issue: words }),
  insideHeading: words,
  inside: z.array(words).min(1),
});

/** A page whose content is still to come: a picture that says so. */
export const comingSoon = z.strictObject({ ...page, lead, picture });
