import type { Page } from 'playwright/test';

/** Playwright's message where service workers are blocked (tests/playwright.config.ts). */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** Collects a page's errors and warnings in the console (violations of its policy included), exceptions and failed requests. */
export function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== BLOCKED) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A browser aborts requests that it no longer needs, for instance the other half of a PDF in a frame.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}
