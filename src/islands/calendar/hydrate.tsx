import { hydrateRoot } from 'react-dom/client';
import { Calendar } from './Calendar.tsx';

/** Hydrates the server-rendered calendar in `root`; its props are read from the markup, so that nothing is sent twice. */
export function hydrate(root: HTMLElement): void {
  const { today = '', files = '{}' } = root.dataset;
  const html = root.querySelector('.days')?.innerHTML ?? '';
  const marks: Record<string, number> = {};
  for (const dot of root.querySelectorAll('td i')) {
    const [, date = '', count] = /^(\d+), (\d+)/.exec(dot.parentElement?.textContent ?? '') ?? [];
    marks[date] = Number(count);
  }
  hydrateRoot(root, <Calendar today={today} index={JSON.parse(files).index} marks={marks} list={{ html }} />);
}
