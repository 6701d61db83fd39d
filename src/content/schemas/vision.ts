import { z } from 'zod';
import { page, picture, words } from './fields.ts';

const statement = z.strictObject({ heading: words, text: words });

/** Vision, mission, values and objective. */
export const vision = z.strictObject({
  ...page,
  vision: statement,
  mission: statement,
  valuesHeading: words,
  values: z.array(z.strictObject({ name: words, text: words })).min(1),
  objective: statement.extend({ picture }),
});
