import { z } from 'zod';
import { page, words } from './fields.ts';

/** The staff list, in its order. */
export const family = z.strictObject({
  ...page,
  lead: words,
  /** Principal, then vice principal. */
  heads: z.array(z.strictObject({ post: words, name: words })).length(2),
  segments: z.array(z.strictObject({ name: words, staff: z.array(z.strictObject({ name: words, subject: words })).min(1) })),
  /** Printed as numbered names; `post` stands beside a name. */
  groups: z.array(
    z.strictObject({ name: words, members: z.array(z.strictObject({ name: words, post: words.optional() })).min(1) }),
  ),
});
