import { label, references } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow } from './reading.ts';

const highlightSchema = {
  title: label(
    'What the line at the top says; behind `CLOSURE_MARK` (`!`) it stands in full at the top of every page.',
    'Admission for 2027-28 is open',
  ),
  attachments: references('The first is linked.', ['prospectus.pdf']),
};

export const read = itemReader(highlightSchema, (raw, context) => {
  const closure = raw.title.startsWith(context.closureMark);
  const title = closure ? raw.title.slice(context.closureMark.length).trim() : raw.title;
  if (!title) return nothingToShow('title');
  return { title, closure, attachment: firstMedia(raw.attachments, context) };
});

export type Highlight = EntityOf<typeof read>;
