import { z } from 'zod';
import { link, words } from './fields.ts';

const group = z.strictObject({
  label: words,
  /** Chooses colour and drawing of the page heads. */
  section: z.enum(['students', 'results', 'activity', 'gallery']).optional(),
  links: z.array(link).min(1),
});

/** An entry whose link is a fact of `site.yaml`. */
const factLink = z.strictObject({ fact: z.enum(['alumniForm', 'campusLogo', 'erpLogin', 'feePayment']) });

export const menu = z.strictObject({
  /** The navigation "Main" in its order. */
  entries: z.array(z.union([group, link, factLink])).min(1),
  /** What parents come for, one press away beside it. */
  quick: z.array(link).min(1),
  /** The pages of rules, each of which names the others. */
  policies: z.array(link).min(1),
});
