import type { SchoolEvent } from '../service/schemas/event.ts';
import type { Collection } from './descriptor.ts';
import type { rules } from './events.list.tsx';

export const events = {
  call: { path: '/api/events/All/{code}', auth: false, also: ['/api/events/{code}'] },
  schema: () => import('../service/schemas/event.ts'),
  lists: {
    events: {
      kind: 'events',
      shown: 'all',
      cut: 'month',
      base: '/Events',
      title: 'Events',
      description: 'Events at the school with venue, date and time, by year and month.',
      all: 'All events',
      about: 'Events at the school',
      itemPages: true,
    },
  },
} satisfies Collection<SchoolEvent, typeof rules>;
