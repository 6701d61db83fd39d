import { z } from 'zod';
import { target, words } from './fields.ts';

/** Words or phrases, as visitors type them. */
const phrases = z.array(words).min(1);

/** The search of the whole site: what its words mean, and what is answered above the results. */
export const search = z.strictObject({
  /** Words that say nothing, such as "the". */
  ignored: words.transform((text) => text.split(/\s+/)),
  /** Words for what a result is. */
  kinds: z.record(words, words),
  /** Each line: words and phrases that mean the same. */
  same: z.array(phrases.min(2)),
  /** The longest phrase that is asked for decides which answer is given. */
  answers: z.array(
    z.strictObject({
      /** Phrases whose words are all in the query. */
      asked: phrases,
      heading: words,
      /** `fees`: the fees of the class that is asked for; `holidays`: the next ones; `open`: whether school is open today or tomorrow. */
      from: z.union([
        z.enum(['fees', 'holidays', 'open']),
        /** Where the words of the answer stand: `site.phones`, `admission.nursery.facts.When`, `/Fees#When to pay`. */
        z.array(words).min(1),
      ]),
      /** Where more stands. */
      href: target,
      /** What the link to it says; without it, the page's title. */
      label: words.optional(),
    }),
  ),
});
