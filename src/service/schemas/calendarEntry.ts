import * as z from 'zod/mini';
import { date, label, references } from './fields.ts';
import { allMedia, dateOf, type EntityOf, itemReader, nothingToShow } from './reading.ts';

/** An entry of the academic calendar as the service gives it. */
const calendarEntrySchema = z.object({
  /** The day it stands under. */
  date,
  /** Plain text. */
  title: label,
  /** References of files or pictures to link. */
  attachments: references,
});

export const read = itemReader(calendarEntrySchema, (raw, context) => {
  if (!raw.title && !raw.attachments.length) return nothingToShow('title or attachment');
  return {
    title: raw.title,
    date: dateOf(raw.date, context),
    attachments: allMedia(raw.attachments, context),
  };
});

export type CalendarEntry = EntityOf<typeof read>;
