import { z } from 'zod';
import { link, page, words } from './fields.ts';

const named = { name: words, text: words };

/** Admission: an introduction and a box for each way into the school. */
export const admission = z.strictObject({
  ...page,
  lead: words,
  paragraphs: z.array(words),
  /** A box has its link, or says what will be linked there. */
  boxes: z.array(z.union([z.strictObject({ ...named, link }), z.strictObject({ ...named, placeholder: words })])).length(3),
  questions: words,
});
