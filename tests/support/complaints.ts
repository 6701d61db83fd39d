import type { Page } from 'playwright/test';

/** What a document's answer says of its policy; the rest stands in the document. */
export const SERVED_POLICY = "frame-ancestors 'self'; base-uri 'self'; object-src 'none'";

/** The test runner's own words, where it lets no service worker in (tests/playwright.config.ts). */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** Collects what a page complains of: errors in the console, its policy's refusals among them, exceptions, failed requests. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== BLOCKED)
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A browser gives up what it no longer needs, for instance the other half of a PDF in a frame.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Collects what a page asks of other hosts than its own. */
export function strangersOf(page: Page, origin: string): string[] {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) strangers.push(request.url());
  });
  return strangers;
}
