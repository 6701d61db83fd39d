import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from 'playwright/test';
import { TODAY } from './today.ts';

/** Browser tests on the built sample site. Every page believes that it is the day on which the site was built. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await page.clock.setFixedTime(TODAY);
    await use(page);
  },
});

export { expect };

/** A page of a browser without script. */
export async function withoutScript(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...options, javaScriptEnabled: false });
  return context.newPage();
}

/** Holds back what is asked for at the addresses of a pattern, until it is released. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

interface Extent {
  /** Of the rules of WCAG 2.2 AA these only. */
  readonly rules?: readonly string[];
  /** A selector: what stands outside is not looked at. */
  readonly within?: string;
  /** Selectors of what is not looked at. */
  readonly without?: readonly string[];
  /** Whether axe is in the page already: to read it takes as long as to look at a page. */
  readonly isThere?: boolean;
}

/** Fails when the page as it stands breaks a rule of WCAG 2.2 AA that axe can see. */
export async function expectAccessible(page: Page, { rules, within, without = [], isThere }: Extent = {}): Promise<void> {
  // In one go, since no page has a frame of another site before a press; and without a word on what breaks no rule.
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  if (within !== undefined) builder.include(within);
  for (const selector of without) builder.exclude(selector);
  const { violations } = await (rules
    ? builder.withRules([...rules])
    : builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  ).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found).toEqual([]);
}

/** What depends on a colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** As {@link expectAccessible}, in light and in dark colours. */
export async function expectAccessibleInBoth(page: Page, extent: Pick<Extent, 'within' | 'without'> = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, extent);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...extent, rules: COLOURS, isThere: true });
}
