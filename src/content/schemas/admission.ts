import { z } from 'zod';
import { link, page, table, words } from './fields.ts';

const named = { name: words, text: words };
/** `more` leads to a page that helps as well. */
const box = { ...named, more: link.optional() };

/** Admission: an introduction and a box for each way into the school. */
export const admission = z.strictObject({
  ...page,
  lead: words,
  /** The way to a place in nursery: its facts, then its steps in their order. */
  nursery: z.strictObject({
    heading: words,
    facts: z.array(z.strictObject({ ...named, link: link.optional() })).min(1),
    stepsHeading: words,
    steps: z.array(z.strictObject({ ...named, links: z.array(link).default([]) })).min(2),
    decision: z.strictObject({ heading: words, text: words }),
  }),
  boxesHeading: words,
  /** A box has its link, or says what will be linked there. */
  boxes: z.array(z.union([z.strictObject({ ...box, link }), z.strictObject({ ...box, placeholder: words })])).length(3),
  /** What is asked of other classes than nursery. */
  tables: z.array(table),
  questions: words,
  /** The page with the links to the online forms: who registers where, and until when. */
  registrations: z.strictObject({ ...page, lead: words, table, papers: z.strictObject({ text: words, link }) }),
});
