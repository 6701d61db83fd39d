import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localUrl } from '../src/lib/port.ts';
import { runServer, tell } from './lib/command.ts';
import { startEmbeddedService } from './lib/content.ts';
import { openLog } from './lib/log.ts';

/** A readable line on a terminal, a line of the log elsewhere. */
const say: (line: string) => void = process.stdout.isTTY ? tell : (line) => openLog(process.stdout).info(line.trim());
const shown = { ready: (url: string) => say(`\nThe site is at ${url}\n`), followsCode: true };

const description = {
  name: 'start',
  summary:
    'The whole system on this machine: the embedded content service (unless CONTENT_SERVICE_URL is set), first build, site and worker.',
} as const;

await runServer(description, async ({ root, settings }) => {
  const { serveUntilStopped } = await import('./lib/serve.ts');
  const { host, port, contentServiceUrl, contentServicePort } = settings;
  if (contentServiceUrl) return serveUntilStopped({ root, settings }, contentServiceUrl, shown);
  // The embedded service tells the worker of each change; where no secret is set, the two agree on one for this run.
  const rebuildSecret = settings.rebuildSecret ?? randomUUID();
  const webhook = { url: `${localUrl(host, port)}/hooks/rebuild`, secret: rebuildSecret };
  // What was published is served also before the disk of the content folder is there.
  const mayBeAway = existsSync(join(root, 'dist', 'index.html'));
  const service = await startEmbeddedService(settings, contentServicePort, { webhook, log: say, mayBeAway });
  say(`Content service on ${service.url}`);
  try {
    return await serveUntilStopped({ root, settings: { ...settings, rebuildSecret } }, service.url, shown);
  } finally {
    await service.close();
  }
});
