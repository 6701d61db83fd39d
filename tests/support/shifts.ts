import type { Page } from 'playwright/test';

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
