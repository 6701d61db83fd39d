import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import { loadData } from '../../stores/dataFiles.ts';
import type { DataFile } from '../../types/views.ts';

type Entries = readonly CalendarEntry[];

const dayOf = ({ date }: CalendarEntry) => date?.day ?? '';

/** Entries of a day of the month, by date: `{ "5": 2 }`. */
export type Marks = Readonly<Record<string, number>>;

export function marksOf(entries: Entries): Marks {
  const marks: Record<string, number> = {};
  for (const entry of entries) {
    const key = String(Number(dayOf(entry).slice(8, 10)));
    marks[key] = (marks[key] ?? 0) + 1;
  }
  return marks;
}

export const onDay = (day: string, entries: Entries): Entries => entries.filter((entry) => dayOf(entry) === day);

/** The entries of a month by day, those of one day in the service's order; null when they cannot be had. `index`: of the data files. */
export async function loadMonth(index: string, month: string): Promise<Entries | null> {
  const files = await loadData<readonly DataFile[]>(index);
  const ofMonth = files?.filter(({ key, months }) => key === month.slice(0, 4) && months.includes(Number(month.slice(5))));
  const contents = await Promise.all(ofMonth?.map(({ href }) => loadData<Entries>(href)) ?? []);
  if (!files || !contents.every((content) => content !== null)) return null;
  const entries = contents.flat().filter((entry) => dayOf(entry).startsWith(month));
  return entries.sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
}
