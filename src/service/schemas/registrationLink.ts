import * as z from 'zod/mini';
import { label, link, references } from './fields.ts';
import { allMedia, type EntityOf, itemReader, nothingToShow } from './reading.ts';

/** An online registration link as the service gives it. */
const registrationLinkSchema = z.object({
  /** Plain text; the link's words. */
  title: label,
  /** Where it leads: http, https, mailto or tel, otherwise the title stays without a link. */
  url: link,
  /** References of files or pictures to link. */
  attachments: references,
});

export const read = itemReader(registrationLinkSchema, (raw, context) => {
  if (!raw.title && raw.url === null && !raw.attachments.length) return nothingToShow('title, address or attachment');
  return { title: raw.title, url: raw.url, attachments: allMedia(raw.attachments, context) };
});

export type RegistrationLink = EntityOf<typeof read>;
