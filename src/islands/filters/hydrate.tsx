import { hydrateRoot } from 'react-dom/client';
import { dayOf, isOver } from '../../lib/dates.ts';
import type { ListConfig } from '../../stores/list.ts';
import { FilterList } from './FilterList.tsx';

const zone = import.meta.env.SCHOOL_TIME_ZONE;

/** Makes the printed list in `root` answer. Its cards are taken from the page as they are, so that nothing is sent twice. */
export function hydrate(root: HTMLElement): void {
  const printed = JSON.parse(root.dataset.config ?? '') as ListConfig;
  const { today } = printed;
  const now = Date.now();
  const config = today !== undefined && isOver(today, now, zone) ? { ...printed, today: dayOf(now, zone) } : printed;
  // Without what BrowserScript gives pictures that have come: the page's policy takes no styles out of markup.
  const html = root.querySelector('.printed')?.innerHTML.replaceAll(' style="translate: none;">', '>') ?? '';
  hydrateRoot(
    root,
    <FilterList {...config}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what the server printed, back where it was */}
      <div className="printed" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
    </FilterList>,
  );
}
