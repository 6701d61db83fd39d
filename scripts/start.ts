import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { localUrl } from '../src/lib/port.ts';
import { printable } from '../src/lib/printable.ts';
import { fail } from '../src/lib/result.ts';
import { type Context, runCommand, tell } from './lib/command.ts';
import { whyNoService } from './lib/content.ts';
import { openLog } from './lib/log.ts';

/** A readable line on a terminal, a line of the log elsewhere. */
const say: (line: string) => void = process.stdout.isTTY ? tell : (line) => openLog(process.stdout).info(line.trim());
const ready = (url: string) => say(`\nThe site is at ${url}\n`);

/** The embedded service tells the worker of each change; where no secret is set, the two agree on one for this run. */
async function withEmbeddedService({ root, settings }: Context) {
  const { startContentService } = await import('./content-service/service.ts');
  const { serveUntilStopped } = await import('./lib/serve.ts');
  const secret = settings.rebuildSecret ?? randomUUID();
  const service = await startContentService({
    folder: resolve(root, settings.contentFolder),
    dataDir: resolve(root, settings.dataDir),
    port: settings.contentServicePort,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
    webhook: { url: `${localUrl(settings.host, settings.port)}/hooks/rebuild`, secret },
    log: (message) => say(`Content service: ${printable(message)}`),
  }).catch((error: Error) => error);
  if (service instanceof Error) return fail('content-service', whyNoService(service, settings));
  say(`Content service on ${service.url}`);
  try {
    return await serveUntilStopped({ root, settings: { ...settings, rebuildSecret: secret } }, service.url, {
      ready,
      followsCode: true,
    });
  } finally {
    await service.close();
  }
}

const description = {
  name: 'start',
  summary:
    'The whole system on this machine: the embedded content service (unless CONTENT_SERVICE_URL is set), first build, site and worker.',
} as const;

await runCommand(description, async (command) => {
  const { contentServiceUrl } = command.settings;
  if (!contentServiceUrl) return withEmbeddedService(command);
  const { serveUntilStopped } = await import('./lib/serve.ts');
  return serveUntilStopped(command, contentServiceUrl, { ready, followsCode: true });
});
