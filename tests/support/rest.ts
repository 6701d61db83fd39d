import type { Page, Request } from 'playwright/test';

/** Done by the page itself: what was painted is done with, and nothing else waits for the processor. */
const idle = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(null))))),
  );

/**
 * Follows what a page asks for. The function that it gives waits until the page has come to rest: what it asked for has
 * come, and two turns in which it had time to ask for more brought nothing. To be called before the page is opened.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    open.add(request);
    begun += 1;
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      const before = begun;
      await idle(page);
      if (open.size > 0 || begun > before) quiet = -1;
    }
  };
}
