const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Settles when the document is parsed (`DOMContentLoaded`). */
export async function domReady(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((settle) => document.addEventListener('DOMContentLoaded', settle));
}

/** Starts an island a frame after its first paint, which loading a framework so does not delay. Astro's loader is 5 kB a page. */
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
