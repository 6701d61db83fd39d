import { hydrateRoot } from 'react-dom/client';
import { Calendar } from './Calendar.tsx';
import type { Marks } from './entries.ts';

/** Entries of each day of the printed month, from its dots. */
function printedMarks(root: HTMLElement): Marks {
  const marks: Record<string, number> = {};
  for (const dot of root.querySelectorAll('td i')) {
    const [, date = '', count] = /^(\d+), (\d+)/.exec(dot.parentElement?.textContent ?? '') ?? [];
    marks[date] = Number(count);
  }
  return marks;
}

/** Hydrates the server-rendered calendar in `root`; its props are read from the markup, so that nothing is sent twice. */
export function hydrateCalendar(root: HTMLElement): void {
  const { today = '', files = '{}' } = root.dataset;
  const html = root.querySelector('.days')?.innerHTML ?? '';
  hydrateRoot(root, <Calendar today={today} index={JSON.parse(files).index} marks={printedMarks(root)} list={{ html }} />);
}
