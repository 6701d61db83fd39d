import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';

/** Stands between the browser and a site; a test says how well the network does. */
export interface NetworkProxy {
  readonly url: string;
  /** What the addresses of the site behind it begin with. */
  site: string;
  /** `down`: connections break off; `silent`: pages are not answered. */
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
    // The page may still ask for files when the site has ended with the test.
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

/** Opens a page behind a proxy, and waits until the service worker answers for the site. */
export async function visitWithServiceWorker({ url }: NetworkProxy, page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
