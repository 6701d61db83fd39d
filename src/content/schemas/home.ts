import { z } from 'zod';
import { link, page, picture, target, words } from './fields.ts';

/** A quick button: with a path of this site, or with the fact of `site.yaml` it leads to. */
const quickButton = z.union([
  z.strictObject({ label: words, href: target }),
  z.strictObject({ label: words, fact: z.enum(['feePayment', 'alumniForm', 'erpLogin', 'phone']) }),
]);

/** Words of the home page. */
export const home = z.strictObject({
  ...page,
  /** What the browser's tab says after the school's name. */
  tabTitle: words,
  /** Who the school is, beside the name on the first screen. */
  welcome: words,
  slides: z.array(z.strictObject({ ...picture.shape, title: words, text: words })).min(1),
  quickButtons: z.array(quickButton).length(7),
  about: z.strictObject({ heading: words, paragraphs: z.array(words).min(1), more: link }),
  segmentsHeading: words,
  /** The tabs, in their order. */
  segments: z.array(z.strictObject({ name: words, classes: words, text: words, points: z.array(words) })).min(1),
});
