function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

/** Settles when the document is parsed (`DOMContentLoaded`). */
export async function domReady(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((settle) => document.addEventListener('DOMContentLoaded', settle, { once: true }));
}

/**
 * The first element matching `selector`, one frame after its first paint, so that loading a framework does not delay
 * that paint. Null when the parsed document has none.
 */
export async function whenPainted(selector: string): Promise<HTMLElement | null> {
  for (let reading = true; reading; ) {
    reading = document.readyState === 'loading';
    await nextFrame();
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) continue;
    await nextFrame();
    return found;
  }
  return null;
}
