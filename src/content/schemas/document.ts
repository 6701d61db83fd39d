import { z } from 'zod';
import { page, words } from './fields.ts';

/** The head of a policy written in Markdown. */
export const document = z.strictObject({
  ...page,
  /** A sentence or two before the first heading. */
  lead: words,
  /** What most come to look up, shown large: a figure, and what it is. */
  figures: z.array(z.strictObject({ figure: words, label: words })).default([]),
});
