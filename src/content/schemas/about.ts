import { z } from 'zod';
import { link, page, picture, words } from './fields.ts';

/** History and figures of the school. */
export const about = z.strictObject({
  ...page,
  lead: words,
  picture,
  historyHeading: words,
  /** Oldest first. */
  history: z.array(z.strictObject({ year: z.int().min(1800).max(2200), title: words, text: words })).min(1),
  glanceHeading: words,
  glance: z.array(z.strictObject({ figure: words, label: words, text: words })).min(1),
  closing: z.strictObject({ text: words, links: z.array(link).min(1) }),
});
