import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from 'playwright/test';
import { TODAY } from './today.ts';

/** Browser tests on the built sample site. Every page's clock is fixed at {@link TODAY}, when the site was built. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await page.clock.setFixedTime(TODAY);
    await use(page);
  },
});

export { expect };

/** A page of a browser context with JavaScript disabled. */
export async function withoutScript(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...options, javaScriptEnabled: false });
  return context.newPage();
}

/** What the scripts of a page change when they start, as long as they have not. */
const UNSTARTED = '.car:not(.on), #calendar .ctl a, .acts button:not(.live), #list:not(.live), #results:not([data-query])';

/** Waits until the scripts that a page starts by itself have started. */
export const expectStarted = (page: Page) => expect(page.locator(UNSTARTED)).toHaveCount(0);

/** Delays requests whose address matches a glob pattern. Gives the function that lets them continue. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

interface Extent {
  /** The axe rules to check; default: those of WCAG 2.2 AA. */
  readonly rules?: readonly string[];
  /** Selector of the only part to check; default: the whole page. */
  readonly within?: string;
  /** Selectors of parts to exclude. */
  readonly without?: readonly string[];
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails when the page in its present state breaks a rule of WCAG 2.2 AA that axe can check. */
export async function expectAccessible(page: Page, { rules, within, without = [] }: Extent = {}): Promise<void> {
  // Injecting it takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const include = within ?? 'html';
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: WCAG };
  const found = await page.evaluate(
    async ({ include, exclude, runOnly }) => {
      // Before a click a page's frames hold PDFs alone.
      const options = { runOnly, resultTypes: ['violations' as const], iframes: false };
      const { violations } = await window.axe.run({ include, exclude }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    { include, exclude: [...without], runOnly },
  );
  expect(found).toEqual([]);
}

/** Rules whose result depends on the colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** As {@link expectAccessible}, in light and in dark colours. */
export async function expectAccessibleInBoth(page: Page, extent: Pick<Extent, 'within' | 'without'> = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, extent);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...extent, rules: COLOURS });
}

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

/** A performance entry of type `layout-shift`, for which TypeScript's DOM library has no type. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** Records layout shifts from the start of each document on; call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? '').slice(0, 40);
          return `${name} from ${from.x}, ${from.y} (${from.width} x ${from.height}) to ${to.x}, ${to.y} (${to.width} x ${to.height})`;
        });
        shifts.push({ value, what: what.join(' | ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts of the document; none where their sum, to two decimal places, is 0.00. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (window as Window & { shifts?: { value: number; what: string }[] }).shifts);
  if (!shifts) throw new Error('Call watchShifts() before the page is opened.');
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < 0.005 ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)}: ${what}`);
}
