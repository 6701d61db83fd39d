import { z } from 'zod';
import { page, picture, words } from './fields.ts';

const post = z.strictObject({
  title: words,
  author: words,
  /** Class, batch or post of the author. */
  of: words,
  date: z.iso.date('must be a date such as 2026-08-14'),
  image: picture,
  paragraphs: z.array(words).min(1),
});

/** Posts in the order in which they are shown. */
export const blog = z.strictObject({ ...page, lead: words, posts: z.array(post).min(1) });
