import type { Page } from 'playwright';
import { openBrowser } from './press.ts';
import { quantile } from './process.ts';

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

/** Types into the search of a running site's `/News`, all years shown: milliseconds of script a keystroke, on a processor slowed four times. */
export async function measureFilters(site: string) {
  const browser = await openBrowser();
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
    return { median: quantile(times, 0.5), most: Math.max(...times) };
  } finally {
    await browser.close();
  }
}
