import type { CDPSession, Page } from 'playwright';
import { openBrowser } from './press.ts';
import { quantile } from './process.ts';

/** The first word's letters are typed while the index comes, the second's when all of it is there. */
const TYPED = ['morn', 'ing assembly'] as const;

/** Runs in the page: tells of each key how long the frame with its first results, or with the count 0, took to come. */
function watchAnswers(): void {
  const box = document.querySelector<HTMLInputElement>('#query');
  const results = document.querySelector<HTMLElement>('#results');
  const status = document.querySelector('#status');
  box?.addEventListener('input', (event) => {
    const { value } = box;
    const answered = () =>
      results?.dataset.query === value && (results.childElementCount > 0 || /^0 /.test(status?.textContent ?? ''));
    const ask = () => {
      if (answered()) setTimeout(() => window.answered(performance.now() - event.timeStamp));
      else requestAnimationFrame(ask);
    };
    requestAnimationFrame(ask);
  });
}

/** Bytes and number of the requests that have ended since. */
async function countRequests(session: CDPSession) {
  const counts = { bytes: 0, requests: 0 };
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counts.bytes += encodedDataLength;
    counts.requests += 1;
  });
  return counts;
}

/** The milliseconds that the answer to a key takes. */
async function typeKey(page: Page, answers: { next: (milliseconds: number) => void }, letter: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  answers.next = resolve;
  await page.keyboard.press(letter);
  return promise;
}

/** Until all months are searched, ms: a worker compresses each file when it is first asked for. */
const ALL_MONTHS = 180_000;

/**
 * Types into the search of a running site's `/Search`. `unasked`: requests between the page's load and the first key; `firstBytes`:
 * fetched, as they came, until the first results stood there; the others: milliseconds from a key to the next frame that shows its
 * first results, on a processor slowed four times.
 */
export async function measureSearch(site: string) {
  const browser = await openBrowser();
  try {
    // What a service worker hands on would count as nothing.
    const page = await browser.newPage({ serviceWorkers: 'block' });
    const answers = { next: (_: number) => {} };
    await page.exposeFunction('answered', (milliseconds: number) => answers.next(milliseconds));
    await page.goto(`${site}/Search`, { waitUntil: 'networkidle' });
    await page.getByRole('searchbox', { name: 'Search the site' }).focus();
    await page.evaluate(watchAnswers);
    const session = await page.context().newCDPSession(page);
    const counts = await countRequests(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    const unasked = counts.requests;
    const [early, late] = TYPED;
    const times = [await typeKey(page, answers, early.slice(0, 1))];
    const firstBytes = counts.bytes;
    for (const letter of early.slice(1)) times.push(await typeKey(page, answers, letter));
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ results?$/ })
      .waitFor({ timeout: ALL_MONTHS });
    for (const letter of late) times.push(await typeKey(page, answers, letter));
    return { unasked, firstBytes, median: quantile(times, 0.5), most: Math.max(...times) };
  } finally {
    await browser.close();
  }
}
