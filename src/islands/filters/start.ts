import { painted } from '../../lib/painted.ts';

/**
 * Starts the list's filters as soon as the page is painted: they stand in its first screen. Astro's own island loader
 * stands in the page as 5 kB of script, more than a page of long texts has room for.
 */
export async function startList(): Promise<void> {
  const root = document.querySelector<HTMLElement>('#list');
  if (!root) return;
  await painted();
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const { hydrateList } = await import('./hydrate.tsx');
  hydrateList(root);
}
