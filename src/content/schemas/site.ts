import { z } from 'zod';
import { wholeName } from '../names.ts';
import { colours } from './colours.ts';
import { external, link, words } from './fields.ts';

const phone = z.string().regex(/^\+\d[\d ]{8,18}$/, 'must be a number with its country code, such as +91 00000 00001');

const facts = z.strictObject({
  school: words,
  /** Without "School", for names such as "Hill Top Family". */
  shortName: words,
  town: words,
  colours,
  motto: words,
  /** One element a line. */
  address: z.array(words).min(2),
  /** One element a line. */
  officeHours: z.array(words).min(1),
  phones: z.tuple([phone, phone]),
  /** What each of the phones is for. */
  phonesFor: z.tuple([words, words]),
  emails: z.tuple([z.email(), z.email()]),
  map: z.strictObject({ link: external, embed: external }),
  campusLogo: link,
  alumniForm: link,
  feePayment: link,
  erpLogin: link,
  appStores: z.array(link).min(1),
  socials: z.array(link).min(1),
  /** The home page's social embeds, in their order; loaded only on a click. */
  embeds: z
    .array(z.strictObject({ kind: z.enum(['page', 'photos', 'video']), title: words, embed: external, link: external }))
    .length(3),
});

/** Facts that every page shows. The school code is a setting (`SCHOOL_CODE`), not a word. */
export const site = facts.transform((read) => ({ ...read, name: wholeName(read) }));
