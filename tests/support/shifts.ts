import type { Page } from 'playwright/test';

/** What the browser reports of one move, its own type not being in TypeScript's library yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** Records what moves by itself from the page's first moment on. */
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

/** What moved, where it comes to more than 0.00 in all: the cumulative layout shift to two places. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (window as Window & { shifts?: { value: number; what: string }[] }).shifts);
  if (!shifts) throw new Error('Call watchShifts() before the page is opened.');
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < 0.005 ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)}: ${what}`);
}
