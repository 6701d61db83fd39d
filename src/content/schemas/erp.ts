import { z } from 'zod';
import { link, page, picture, words } from './fields.ts';

/** What the ERP software does, with three pictures that open larger. */
export const erp = z.strictObject({
  ...page,
  lead: words,
  paragraphs: z.array(words).min(1),
  features: z.array(z.strictObject({ name: words, text: words })).min(1),
  picturesHeading: words,
  picturesText: words,
  questionsHeading: words,
  questions: z.array(z.strictObject({ name: words, text: words })).min(1),
  guide: link,
  pictures: z.array(z.strictObject({ title: words, ...picture.shape })).length(3),
});
