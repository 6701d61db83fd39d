const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Settles when the document is parsed (`DOMContentLoaded`). */
export async function domReady(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((settle) => document.addEventListener('DOMContentLoaded', settle));
}

/**
 * Starts the React island in the first element that matches `selector`, one frame after its first paint and when the document
 * is parsed: loading a framework does not delay that paint. Astro's own island loader stands in the page as 5 kB of script,
 * more than a page of long texts has room for.
 */
export async function startIsland(selector: string, load: () => Promise<{ readonly hydrate: (root: HTMLElement) => void }>) {
  for (let reading = true; reading; ) {
    reading = document.readyState === 'loading';
    await nextFrame();
    const root = document.querySelector<HTMLElement>(selector);
    if (!root) continue;
    await nextFrame();
    if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
    const island = await load();
    await domReady();
    return island.hydrate(root);
  }
}
