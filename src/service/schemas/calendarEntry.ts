import * as z from 'zod/mini';
import { readDate } from '../../lib/dates.ts';
import type { CalendarEntry } from '../../types/entities.ts';
import { date, label, references } from './fields.ts';
import { allMedia, type ItemReader, nothingToShow } from './reading.ts';

/** An entry of the academic calendar as the service gives it. */
const calendarEntrySchema = z.object({
  /** The day it stands under. */
  date,
  /** Plain text. */
  title: label,
  /** References of files or pictures to link. */
  attachments: references,
});

export const readCalendarEntry: ItemReader<CalendarEntry> = (item, id, context) => {
  const raw = calendarEntrySchema.parse(item);
  if (!raw.title && !raw.attachments.length) return nothingToShow('title or attachment');
  const entity: CalendarEntry = {
    id,
    title: raw.title,
    date: readDate(raw.date, context.zone),
    attachments: allMedia(raw.attachments, context),
  };
  return { kind: 'entity', entity };
};
