import { z } from 'zod';
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { recordOf } from '../../lib/recordOf.ts';
import { page, pdf, words } from './fields.ts';

/** The page with every file of the site. */
export const downloads = z.strictObject({
  ...page,
  lead: words,
  /** The PDFs of `public/documents`: each among the files of its kind, or under a heading of their own. */
  documentsHeading: words,
  documents: z.array(z.strictObject({ label: words, href: pdf, kind: z.enum(DOWNLOAD_KINDS).optional() })).min(1),
  /** Headings of the files that content brings. */
  kinds: z.strictObject(recordOf(DOWNLOAD_KINDS, () => words)),
  /** Heading of the lists whose newest files stand under another kind already. */
  moreHeading: words,
});
