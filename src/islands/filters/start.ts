/** Milliseconds after which the filters come to life also while the page is busy. */
const PATIENCE = 200;

/**
 * Starts the list's filters when the browser has nothing more urgent to do. Astro's own island loader would do the same,
 * but it stands in the page as 5 kB of script, more than a page of long texts has room for.
 */
export function startList(): void {
  const root = document.querySelector<HTMLElement>('#list');
  if (!root) return;
  const start = async () => {
    if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
    const { hydrateList } = await import('./hydrate.tsx');
    hydrateList(root);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: PATIENCE });
  else setTimeout(start, PATIENCE);
}
