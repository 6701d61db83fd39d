import * as z from 'zod/mini';
import { given, label, readLink, references } from './fields.ts';
import { allMedia, type EntityOf, isGiven, itemReader, nothingToShow, quoted } from './reading.ts';

/** An online registration link as the service gives it. */
const registrationLinkSchema = z.object({
  /** Plain text; the link's words. */
  title: label,
  /** Where it leads: http, https, mailto or tel, otherwise the title stays without a link, which is warned of. */
  url: given,
  /** References of files or pictures to link. */
  attachments: references,
});

export const read = itemReader(registrationLinkSchema, (raw, context) => {
  const url = readLink(raw.url);
  if (!raw.title && url === null && !raw.attachments.length) return nothingToShow('title, address or attachment');
  if (url === null && isGiven(raw.url)) context.warn(`its url ${quoted(raw.url)} may not be linked, so that it has no link`);
  return { title: raw.title, url, attachments: allMedia(raw.attachments, context) };
});

export type RegistrationLink = EntityOf<typeof read>;
