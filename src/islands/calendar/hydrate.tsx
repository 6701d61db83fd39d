import { hydrateRoot } from 'react-dom/client';
import { Calendar } from './Calendar.tsx';
import type { CalendarProps } from './types.ts';

/** Makes the server-rendered calendar in `root` answer; its list is taken from the page, so that no entry is sent twice. */
export function hydrateCalendar(root: HTMLElement): void {
  const props = JSON.parse(root.dataset.props ?? '{}') as CalendarProps;
  const html = root.querySelector('.days')?.innerHTML ?? '';
  hydrateRoot(root, <Calendar {...props} list={{ html }} />);
}
