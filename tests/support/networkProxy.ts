import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';

/** A proxy between the browser and a site, with network failures. */
export interface NetworkProxy {
  readonly url: string;
  /** Base address of the site behind the proxy, without a trailing slash. */
  site: string;
  /** `down`: connections are destroyed; `silent`: requests for pages get no answer. */
  network: 'up' | 'down' | 'silent';
  close(): void;
}

export async function startNetworkProxy(site: string): Promise<NetworkProxy> {
  const server = createServer(async (request, response) => {
    if (proxy.network === 'down') {
      response.destroy();
      return;
    }
    if (proxy.network === 'silent' && request.headers.accept?.startsWith('text/html')) return;
    const answer = await fetch(proxy.site + request.url).catch(() => null);
    // The page may still request files after the site has been stopped at the test's end.
    if (answer === null) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const proxy: NetworkProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    site,
    network: 'up',
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** Opens a page behind a proxy, and waits until the service worker controls it. */
export async function visitWithServiceWorker({ url }: NetworkProxy, page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
