import type { Page } from 'playwright/test';
import { listen } from '../../scripts/lib/listen.ts';

export type NetworkProxy = Awaited<ReturnType<typeof startNetworkProxy>>;

/** A proxy between the browser and a site, with network failures. */
export async function startNetworkProxy(site: string) {
  let pages = Promise.resolve();
  const { url, close } = await listen(async (request, response) => {
    if (proxy.network === 'down') {
      response.destroy();
      return;
    }
    if (request.headers.accept?.startsWith('text/html')) await pages;
    if (proxy.network === 'deploying') {
      response.writeHead(503).end();
      return;
    }
    const answer = await fetch(proxy.site + request.url).catch(() => null);
    // The page may still request files after the site has been stopped at the test's end.
    if (answer === null) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.write(Buffer.from(await answer.arrayBuffer()));
    response.end(answer.headers.get('content-type')?.startsWith('text/html') ? proxy.edition : '');
  });
  const proxy = {
    url,
    /** Base address of the site behind the proxy, without a trailing slash. */
    site,
    /** `down`: connections are destroyed; `deploying`: 503. */
    network: 'up' as 'up' | 'down' | 'deploying',
    /** Stands at the end of each page: with another, it is another edition of it. */
    edition: '',
    /** From now on requests for pages get no answer until the function is called that this gives. */
    holdPages() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pages = promise;
      return resolve;
    },
    close,
  };
  return proxy;
}

/** Opens a page behind a proxy, and waits until the service worker controls it. */
export async function visitWithServiceWorker({ url }: NetworkProxy, page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
