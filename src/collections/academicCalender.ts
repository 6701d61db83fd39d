import type { CalendarEntry } from '../service/schemas/calendarEntry.ts';
import type { Collection } from './descriptor.ts';

/** Its month pages and data files have queries of their own (src/snapshot/queries/calendar.ts). */
export const academicCalender = {
  call: { path: '/api/academicCalender/all/{code}', auth: true },
  schema: () => import('../service/schemas/calendarEntry.ts'),
} satisfies Collection<CalendarEntry>;
