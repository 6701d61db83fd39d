import { z } from 'zod';
import { link, page, words } from './fields.ts';

/** The staff list, in its order. */
export const family = z.strictObject({
  ...page,
  lead: words,
  /** Principal, then vice principal. */
  heads: z.array(z.strictObject({ post: words, name: words })).length(2),
  /** How they are reached. */
  ask: z.strictObject({ text: words, link }),
  /** Segments and teams; `post` is what stands beside a name: a subject, or a post. `numbered` ones show a number before each name. */
  groups: z.array(
    z.strictObject({
      name: words,
      /** The classes of a segment. */
      note: words.optional(),
      numbered: z.boolean().optional(),
      members: z.array(z.strictObject({ name: words, post: words.optional() })).min(1),
    }),
  ),
});
