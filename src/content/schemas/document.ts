import { z } from 'zod';
import { page, words } from './fields.ts';

/** The head of a policy written in Markdown. */
export const document = z.strictObject({
  ...page,
  /** A sentence or two before the first heading. */
  lead: words,
  /** True: the page says plainly that its text is not the real one yet. */
  placeholder: z.literal(true).optional(),
});
