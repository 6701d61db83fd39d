import type { Page } from 'playwright/test';

/** The content security policy in a document's response header; its other directives are in a meta tag. */
export const SERVED_POLICY = "frame-ancestors 'self'; base-uri 'self'; object-src 'none'";

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

/** Collects the addresses that a page requests from other origins than its own. */
export function thirdPartyRequestsOf(page: Page, origin: string): string[] {
  const thirdPartyRequests: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) thirdPartyRequests.push(request.url());
  });
  return thirdPartyRequests;
}
