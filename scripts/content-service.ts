import { resolve } from 'node:path';
import { printable } from '../src/lib/printable.ts';
import { fail, succeed } from '../src/lib/result.ts';
import { startContentService } from './content-service/service.ts';
import { runCommand } from './lib/command.ts';
import { whyNoService } from './lib/content.ts';
import { openLog } from './lib/log.ts';
import { stopSignal } from './lib/stopSignal.ts';

const log = (message: string) => openLog(process.stdout).info(`content service: ${printable(message)}`);

const description = {
  name: 'content-service',
  summary: 'The embedded content service alone, on CONTENT_SERVICE_PORT, from the files in CONTENT_FOLDER.',
} as const;

await runCommand(description, async ({ root, settings }) => {
  const { contentServicePort: port, rebuildSecret: secret, schoolCode, contentServiceToken: token } = settings;
  const folder = resolve(root, settings.contentFolder);
  try {
    const service = await startContentService({
      folder,
      dataDir: resolve(root, settings.dataDir),
      port,
      token,
      schoolCode,
      webhook: secret ? { url: `http://localhost:${settings.port}/hooks/rebuild`, secret } : undefined,
      log,
    });
    const stopped = stopSignal();
    log(`listening on http://localhost:${service.port} for school code ${schoolCode}, content from ${folder}`);
    await stopped;
    await service.close();
    log('stopped');
    return succeed(null);
  } catch (error) {
    return fail('not-started', whyNoService(error as Error, settings));
  }
});
