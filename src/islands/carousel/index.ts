/**
 * Starts all carousels of the page once the browser has nothing more urgent to do, one at a time so that no press of
 * a visitor waits for all of them.
 */
export async function startCarousels(): Promise<void> {
  const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
  await idle();
  const { startCarousel } = await import('./carousel.ts');
  for (const root of document.querySelectorAll<HTMLElement>('.car')) {
    await idle();
    startCarousel(root);
  }
}
