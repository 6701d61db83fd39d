import { z } from 'zod';
import { recordOf } from '../../lib/recordOf.ts';

/** Visible words: never empty, no stray spaces at the ends. */
export const words = z.string().trim().min(1, 'must not be empty');

export const each = <Key extends string, Schema extends z.ZodType>(schema: Schema, ...keys: readonly Key[]) =>
  recordOf(keys, () => schema);

/** An address out of the site. */
export const external = z.url({ protocol: /^https$/, error: 'must be an https address' });

/** A link's target: an https address, a phone or mail link, or a path of this site such as /Fees. */
export const target = z
  .string()
  .regex(
    /^(https:\/\/[^\s]+|tel:\+?\d+|mailto:[^\s@]+@[^\s@]+|\/[^\s]*)$/,
    'must be an https, tel: or mailto: link, or a path such as /Fees',
  );

export const link = z.strictObject({ label: words, href: target });
export type Link = z.output<typeof link>;

/** A picture of `src/pictures`, with its size in pixels so that the page never jumps. */
export const picture = z.strictObject({
  src: z.string().regex(/^\/pictures\/[a-z0-9-]+\.webp$/, 'must be a picture such as /pictures/facility-library.webp'),
  /** What it shows, for those who cannot see it. */
  alt: words,
  width: z.int().positive(),
  height: z.int().positive(),
});
export type Photograph = z.output<typeof picture>;

/** A PDF of `public/documents`. */
export const pdf = z.string().regex(/^\/documents\/[a-z0-9-]+\.pdf$/, 'must be a PDF such as /documents/magazine-2026.pdf');

/** What every page says about itself. */
export const page = {
  /** The heading, and the title of the browser's tab. */
  title: words,
  /** One sentence for search engines and shared links. */
  description: words,
};

/** A table under a heading. The first cell of a row says what the row is about. */
export const table = z
  .strictObject({
    heading: words,
    text: words.optional(),
    columns: z.array(words).min(2),
    rows: z.array(z.array(words)).min(1),
    note: words.optional(),
  })
  .superRefine(({ columns, rows }, context) => {
    rows.forEach((row, at) => {
      if (row.length === columns.length) return;
      const message = `has ${row.length} cells for ${columns.length} columns`;
      context.addIssue({ code: 'custom', path: ['rows', at], message });
    });
  });
export type Table = z.output<typeof table>;
