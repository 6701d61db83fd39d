const FIRST = 'first-contentful-paint';

/** Settles once the page's first words are on the screen: before that a framework would only keep them waiting. */
export async function painted(): Promise<void> {
  // Asked first, because a busy browser is slow to tell.
  if (performance.getEntriesByName(FIRST).length > 0) return;
  await new Promise<void>((settle) => {
    new PerformanceObserver((list) => list.getEntriesByName(FIRST).length > 0 && settle()).observe({
      type: 'paint',
      buffered: true,
    });
    // Browsers that do not tell have painted after a frame.
    requestAnimationFrame(() => setTimeout(settle));
  });
}
