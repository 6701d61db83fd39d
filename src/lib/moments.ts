function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

/** Settles once the page has been read to its end. */
export async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((settle) => document.addEventListener('DOMContentLoaded', settle, { once: true }));
}

/**
 * The element that `selector` names, with the frame after the one that paints it first: a framework that came sooner
 * would only keep its words waiting. Null when the page has none.
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
