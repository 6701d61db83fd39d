import { z } from 'zod';
import { page, picture, words } from './fields.ts';

/** The school's rooms and grounds, each with its photo. */
export const facility = z.strictObject({
  ...page,
  lead: words,
  facilities: z.array(z.strictObject({ name: words, text: words, picture })).min(1),
});
