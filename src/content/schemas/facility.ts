import { z } from 'zod';
import { link, page, picture, table, words } from './fields.ts';

/** The school's rooms and grounds, each with its photo. */
export const facility = z.strictObject({
  ...page,
  lead: words,
  /** What else there is to see, and where. */
  gallery: z.strictObject({ text: words, link }),
  facilities: z.array(z.strictObject({ name: words, text: words, picture })).min(1),
  /** The routes of the school buses. */
  buses: table,
  /** What has no photo: medical room, security and the like. */
  services: z.array(z.strictObject({ name: words, text: words })).min(1),
});
