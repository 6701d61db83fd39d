import { z } from 'zod';
import { page, words } from './fields.ts';

/** With a portrait `src/pictures/council-{portrait}.svg`, or initials without. */
const student = z.strictObject({ name: words, class: words, portrait: words.optional() });

const house = z.strictObject({
  name: words,
  /** A colour of site.yaml. */
  colour: z.enum(['red', 'gold', 'blue', 'brand']),
  motto: words,
  captain: student,
  viceCaptainBoy: student,
  viceCaptainGirl: student,
  coordinator: words,
});

/** The student council: senior cabinet and houses. */
export const council = z.strictObject({
  ...page,
  lead: words,
  cabinet: z.strictObject({
    heading: words,
    members: z.array(student.extend({ post: words })).min(1),
  }),
  housesHeading: words,
  houses: z.array(house).length(4),
});
