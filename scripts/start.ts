/** `npm start`: the whole system on this machine. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { fail } from '../src/lib/result.ts';
import { type Command, runCommand } from './lib/command.ts';
import { serveUntilTold } from './lib/serve.ts';

const announce = (url: string) => process.stderr.write(`\nThe site is at ${url}\n\n`);

/** The embedded service tells the worker of each change; where no secret is set, the two agree on one for this run. */
async function withEmbeddedService({ root, settings, args }: Command) {
  const { startContentService } = await import('./content-service/service.ts');
  const secret = settings.rebuildSecret ?? randomUUID();
  const service = await startContentService({
    folder: resolve(root, settings.contentFolder),
    dataDir: resolve(root, settings.dataDir),
    port: settings.contentServicePort,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
    webhook: { url: `http://localhost:${settings.port}/hooks/rebuild`, secret },
    log: (message) => process.stderr.write(`Content service: ${message}\n`),
  }).catch((error: Error) => error);
  if (service instanceof Error) return fail('content-service', `The embedded content service does not start: ${service.message}`);
  process.stderr.write(`Content service on ${service.url}\n`);
  try {
    return await serveUntilTold({ root, settings: { ...settings, rebuildSecret: secret }, args }, service.url, announce);
  } finally {
    await service.close();
  }
}

await runCommand((command) =>
  command.settings.contentServiceUrl
    ? serveUntilTold(command, command.settings.contentServiceUrl, announce)
    : withEmbeddedService(command),
);
