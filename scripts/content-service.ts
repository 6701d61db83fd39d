/** `npm run content-service`: the embedded content service alone, until it is told to stop. */
import { resolve } from 'node:path';
import { fail, succeed } from '../src/lib/result.ts';
import { startContentService } from './content-service/service.ts';
import { runCommand } from './lib/command.ts';

function log(message: string): void {
  process.stdout.write(`${new Date().toISOString()} content service: ${message}\n`);
}

await runCommand(async ({ root, settings }) => {
  const { contentServicePort: port, rebuildSecret: secret, schoolCode } = settings;
  const folder = resolve(root, settings.contentFolder);
  try {
    const service = await startContentService({
      folder,
      dataDir: resolve(root, settings.dataDir),
      port,
      token: settings.contentServiceToken,
      schoolCode,
      webhook: secret ? { url: `http://localhost:${settings.port}/hooks/rebuild`, secret } : undefined,
      log,
    });
    log(`listening on http://localhost:${service.port} for school code ${schoolCode}, content from ${folder}`);
    await new Promise<void>((stop) => {
      process.once('SIGTERM', stop);
      process.once('SIGINT', stop);
    });
    await service.close();
    log('stopped');
    return succeed(null);
  } catch (error) {
    return fail('not-started', `The content service cannot run on port ${port} from ${folder}: ${(error as Error).message}`);
  }
});
