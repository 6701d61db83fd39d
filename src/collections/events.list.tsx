import { memo } from 'react';
import { EventCard } from '../cards/EventCard.tsx';
import type { SchoolEvent } from '../service/schemas/event.ts';
import type { ListRules } from './rules.ts';

export const rules = {
  kind: 'events',
  shown: 'all',
  months: true,
  search: 'filter',
  words: ['event', 'events'],
  group: (item) => item.date?.day.slice(0, 4) ?? 'Without a date',
  drawn: (item) => (item.images[0]?.kind === 'image' ? null : item.title),
  text: (item) => item.title,
  card: memo(EventCard),
} as const satisfies ListRules<SchoolEvent>;
