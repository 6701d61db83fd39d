import { whenOf } from '../../lib/readHours.ts';
import { date, label, references } from './fields.ts';
import { allMedia, dateOf, type EntityOf, itemReader, nothingToShow, timeOf } from './reading.ts';

const calendarEntrySchema = {
  date: date('The day it stands under.', '2026-12-24'),
  title: label('What is on that day.', 'Winter holidays begin'),
  attachments: references('Files or pictures to link.', ['holiday-list.pdf']),
};

export const read = itemReader(calendarEntrySchema, (raw, context) => {
  if (!raw.title && !raw.attachments.length) return nothingToShow('title or attachment');
  const day = dateOf(raw.date, context);
  const time = timeOf(day, context);
  const lastDay = day && whenOf(day, { title: raw.title, time }).lastDay;
  return {
    title: raw.title,
    date: day,
    ...(time && { time }),
    ...(lastDay && lastDay > day.day && { lastDay }),
    attachments: allMedia(raw.attachments, context),
  };
});

export type CalendarEntry = EntityOf<typeof read>;
