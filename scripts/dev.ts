import { randomUUID } from 'node:crypto';
import { offerDevReader } from '../src/lib/devPort.ts';
import { succeed } from '../src/lib/result.ts';
import { openGateway } from '../src/site/gateway.ts';
import { openSite } from '../src/site/open.ts';
import { runCommand } from './lib/command.ts';
import { openContentSource } from './lib/content.ts';
import { devFiles, devRoutes } from './lib/devServer.ts';
import { progress } from './lib/progress.ts';

const description = {
  name: 'dev',
  summary:
    'astro dev on the same content: a change of pages, words or content shows at once; one of how content is read, after a restart.',
} as const;

/** Milliseconds for which new pictures hold up the words; they follow by themselves. */
const mediaBudget = 2500;

await runCommand(description, async ({ root, settings }) => {
  const secret = settings.rebuildSecret ?? randomUUID();
  const content = await openContentSource(settings, { url: `http://localhost:${settings.port}/hooks/rebuild`, secret });
  const options = { root, settings, contentServiceUrl: content.url };
  const site = openSite({ ...options, onEvent: progress(false) });
  let preview = await site.preview({ mediaBudget });
  offerDevReader(() => preview.reader());
  const openApi = () => openGateway(options, site, () => {});
  const routes = devRoutes(openApi, secret, preview, async (request) => {
    preview = await site.preview({ ...request, mediaBudget });
    return preview;
  });
  const { dev } = await import('astro');
  await dev({ root, server: { port: settings.port }, vite: { plugins: [devFiles(() => preview, site.media), routes] } });
  return succeed(null);
});
