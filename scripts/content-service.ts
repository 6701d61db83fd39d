import { resolve } from 'node:path';
import { succeed } from '../src/lib/result.ts';
import { runCommand, stopSignal } from './lib/command.ts';
import { startEmbeddedService } from './lib/content.ts';
import { openLog } from './lib/log.ts';

const log = (line: string) => openLog(process.stdout).info(line);

const description = {
  name: 'content-service',
  summary: 'The embedded content service alone, on CONTENT_SERVICE_PORT, from the files in CONTENT_FOLDER.',
} as const;

await runCommand(description, async ({ root, settings }) => {
  const { contentServicePort, rebuildSecret: secret, schoolCode } = settings;
  const webhook = secret ? { url: `http://localhost:${settings.port}/hooks/rebuild`, secret } : undefined;
  const service = await startEmbeddedService(settings, contentServicePort, { webhook, log });
  const stopped = stopSignal();
  const folder = resolve(root, settings.contentFolder);
  log(`Content service: listening on http://localhost:${service.port} for school code ${schoolCode}, content from ${folder}`);
  await stopped;
  await service.close();
  log('Content service: stopped');
  return succeed(null);
});
