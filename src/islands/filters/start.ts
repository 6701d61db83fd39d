import { domReady, whenPainted } from '../../lib/domReady.ts';

/**
 * Starts the list's filters as soon as they are painted: they stand in the first screen. Astro's own island loader
 * stands in the page as 5 kB of script, more than a page of long texts has room for.
 */
export async function startList(): Promise<void> {
  const root = await whenPainted('#list');
  if (!root) return;
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const [{ hydrateList }] = await Promise.all([import('./hydrate.tsx'), domReady()]);
  hydrateList(root);
}
