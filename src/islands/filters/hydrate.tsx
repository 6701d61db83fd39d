import { hydrateRoot } from 'react-dom/client';
import type { ListConfig } from '../../stores/list.ts';
import { FilterList } from './FilterList.tsx';

/** Makes the printed list in `root` answer. Its cards are taken from the page as they are, so that nothing is sent twice. */
export function hydrateList(root: HTMLElement): void {
  const config = JSON.parse(root.dataset.config ?? '') as ListConfig;
  const html = root.querySelector('.printed')?.innerHTML ?? '';
  hydrateRoot(
    root,
    <FilterList {...config}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what the server printed, back where it was */}
      <div className="printed" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
    </FilterList>,
  );
}
