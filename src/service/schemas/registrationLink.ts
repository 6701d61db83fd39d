import { address, label, readLink, references } from './fields.ts';
import { allMedia, type EntityOf, isGiven, itemReader, nothingToShow, quoted } from './reading.ts';

const registrationLinkSchema = {
  title: label("The link's words.", 'Apply for nursery 2027-28'),
  url: address('Where it leads: http, https, mailto or tel; else the title stands without a link.', 'https://apply.example.org'),
  attachments: references('Files or pictures to link.', ['admission-form.pdf']),
};

export const read = itemReader(registrationLinkSchema, (raw, context) => {
  const url = readLink(raw.url);
  if (!raw.title && url === null && !raw.attachments.length) return nothingToShow('title, address or attachment');
  if (url === null && isGiven(raw.url)) context.warn(`its url ${quoted(raw.url)} may not be linked, so that it has no link`);
  return { title: raw.title, url, attachments: allMedia(raw.attachments, context) };
});

export type RegistrationLink = EntityOf<typeof read>;
