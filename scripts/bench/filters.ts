import type { Page } from 'playwright';
import { CHROMIUM_ARGS, findOrInstallChromium } from '../lib/chromium.ts';
import { quantile } from './process.ts';

export interface FilterFigures {
  readonly keystrokes: number;
  /** Milliseconds of script a keystroke costs on a processor slowed four times. */
  readonly median: number;
  readonly most: number;
}

const TYPED = 'morning assembly';

/** Slows the page's processor four times; the function given reads the seconds of script that the page has run. */
async function startScriptClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  };
}

/** Types into the search of a running site's `/News`, all years shown. Throws when there is no Chromium. */
export async function measureFilters(site: string): Promise<FilterFigures> {
  const found = await findOrInstallChromium();
  if (!found.ok) throw new Error(found.message);
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath: found.value, args: [...CHROMIUM_ARGS] });
  try {
    const page = await browser.newPage();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await page.goto(`${site}/News`);
    // The first letter fetches the data files; what is measured is the filtering.
    await search.pressSequentially('a');
    await page.getByRole('main').getByRole('status').filter({ hasText: /\d/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await search.fill('');
    const spent = await startScriptClock(page);
    const times: number[] = [];
    for (const letter of TYPED) {
      const before = await spent();
      await search.press(letter);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
      times.push(((await spent()) - before) * 1000);
    }
    return { keystrokes: times.length, median: quantile(times, 0.5), most: Math.max(...times) };
  } finally {
    await browser.close();
  }
}
