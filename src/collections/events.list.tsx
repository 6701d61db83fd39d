import { memo } from 'react';
import { EventCard } from '../cards/EventCard.tsx';
import type { SchoolEvent } from '../service/schemas/event.ts';
import type { ListRules } from './rules.ts';

/** The year; what is to come stands apart from what is over. */
function headingOf({ date }: SchoolEvent, today?: string): string {
  if (!date) return 'Without a date';
  const year = date.day.slice(0, 4);
  if (today === undefined || year < today.slice(0, 4)) return year;
  return date.day < today ? `Earlier in ${year}` : `Coming in ${year}`;
}

export const rules = {
  kind: 'events',
  shown: 'all',
  months: true,
  search: 'filter',
  words: ['event', 'events'],
  group: headingOf,
  datesFromToday: true,
  drawn: (item) => (item.images[0]?.kind === 'image' ? null : item.title),
  text: (item) => item.title,
  card: memo(EventCard),
} as const satisfies ListRules<SchoolEvent>;
