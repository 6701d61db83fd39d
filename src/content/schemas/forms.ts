import { z } from 'zod';
import { link, page, pdf, table, words } from './fields.ts';

const form = z.strictObject({
  ...page,
  /** A sentence or two above the form. */
  intro: words,
  /** Heading of the form. */
  formHeading: words,
  /** One line beside the button: what is sent, and to whom. */
  sent: words,
});

/** What to know, beside the form. */
const steps = z.strictObject({ heading: words, items: z.array(words).min(1) });

/** Words of the pages with a form; labels and messages are the contract's and live with the forms. */
export const forms = z.strictObject({
  certificate: form.extend({
    needs: steps,
    steps,
    call: words,
    sample: z.strictObject({ heading: words, label: words, href: pdf }),
  }),
  contact: form.extend({ visitHeading: words, desks: table }),
  careers: form.extend({ hiring: z.array(words).min(1), working: z.strictObject({ heading: words, text: words }), steps }),
  /** `complaint` leads to what is no suggestion. */
  suggestion: form.extend({ steps, complaint: link }),
});
