import { z } from 'zod';
import { page, words } from './fields.ts';

const list = z.array(words).min(1);

/** The step guide of the parent app. */
export const pphelp = z.strictObject({
  ...page,
  lead: words,
  get: z.strictObject({ heading: words, text: words, codeLabel: words, codeText: words }),
  parts: z
    .array(
      z.strictObject({
        heading: words,
        text: words,
        steps: list.optional(),
        points: list.optional(),
        /** A drawn screen of `src/pictures`: `login` is `app-login.svg`. */
        screen: z.strictObject({ name: z.string().regex(/^[a-z]+$/), alt: words }),
      }),
    )
    .min(1),
  guidelines: z.strictObject({ heading: words, items: list }),
  support: z.strictObject({ heading: words, text: words }),
});
