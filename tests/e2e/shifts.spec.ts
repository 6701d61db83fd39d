import type { Page } from 'playwright/test';
import { listen } from '../../scripts/lib/listen.ts';
import { expect, shiftsOf, test, watchShifts } from '../support/browser.ts';
import { TEMPLATES } from '../support/templates.ts';

test.use({ reducedMotion: 'no-preference' });

/** Characters of a chunk: two or three cards, or a paragraph. */
const CHUNK = 1400;

/**
 * Cuts a document between tags, into chunks of at least `size` characters, from the text `from` on. The first chunk holds the
 * whole head: nothing is painted before its styles. What begins with the text `rest` is the last one.
 */
function chunksOf(html: string, size: number, [from, rest]: readonly [string, string]): string[] {
  const last = html.indexOf(rest);
  const chunks = [html.slice(0, html.indexOf(from))];
  for (let start = html.indexOf(from); start < last; ) {
    const tag = html.indexOf('<', start + size);
    const end = tag < 0 ? last : Math.min(tag, last);
    chunks.push(html.slice(start, end));
    start = end;
  }
  return [...chunks, html.slice(last)];
}

/** Head and foot are the same on all pages: they come in chunks with the first one alone. */
const cutFrom = (path: string): readonly [string, string] =>
  path === TEMPLATES[0] ? ['<body', '</body>'] : ['<main', '</main>'];

/**
 * A proxy to the site at `origin` that sends a document chunk by chunk, one document at a time, and everything else
 * unchanged. `next` sends the next chunk; false: none was left, and the response is ended.
 */
async function startChunkedProxy(origin: string) {
  let send: () => boolean = () => true;
  const listening = await listen(async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (request.headers['sec-fetch-dest'] !== 'document') {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const chunks = chunksOf(await answer.text(), CHUNK, cutFrom(request.url ?? ''));
    response.write(chunks.shift());
    send = () => {
      const chunk = chunks.shift();
      if (chunk === undefined) response.end();
      else response.write(chunk);
      return chunk !== undefined;
    };
  });
  return { ...listening, next: () => send() };
}

let proxy: Awaited<ReturnType<typeof startChunkedProxy>>;
test.beforeAll(async ({ baseURL }) => {
  proxy = await startChunkedProxy(baseURL ?? '');
});
test.afterAll(() => proxy.close());

/** Opens a page of which only the first chunk comes before its scripts have. */
async function openAfterScripts(page: Page, route: string): Promise<void> {
  const come = new Set<string>();
  page.on('requestfinished', (request) => come.add(request.url()));
  await page.goto(`${proxy.url}${route}`, { waitUntil: 'commit' });
  const scripts = page.locator('script[src]');
  await expect(scripts).not.toHaveCount(0);
  const sources = await scripts.evaluateAll((all: HTMLScriptElement[]) => all.map(({ src }) => src));
  await expect.poll(() => sources.filter((src) => !come.has(src))).toEqual([]);
  // What a script does as soon as it has come, it has done by the second frame.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  while (proxy.next());
  await page.waitForLoadState();
}

test('scripts that come before their page wait for it', async ({ page }) => {
  await openAfterScripts(page, '/contact');
  await expect(page.getByText('Perhaps you are looking for')).toBeVisible();
  await openAfterScripts(page, '/ErpSoftware');
  await page.locator('[data-enlarge]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

/** Templates that have other columns on a wide screen. */
const WIDE = ['/', '/Calendar/2026-11'] as const;

for (const [width, height, templates] of [
  [360, 740, TEMPLATES],
  [1280, 900, WIDE],
] as const)
  test(`a page arriving in chunks moves nothing that already stands, ${width} px wide, whatever its template`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    for (const route of templates) {
      await page.goto(`${proxy.url}${route}`, { waitUntil: 'commit' });
      let chunks = 0;
      do {
        // A task that a frame's callback posts runs when the frame has been painted.
        await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
        chunks += 1;
      } while (proxy.next());
      await page.waitForLoadState();
      expect(chunks, route).toBeGreaterThan(2);
      expect.soft(await shiftsOf(page), route).toEqual([]);
    }
  });
