/**
 * Many clean rebuilds of a few pages which end while a reply of the render worker is in transit.
 * Argument: a folder.
 */
import { join } from 'node:path';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { firstSite, openDatabase } from '../../support/memorySite.ts';

const [, , folder = ''] = process.argv;
const cacheDir = join(folder, 'cache');
const engine = new LockedEngine({ database: openDatabase(cacheDir), cacheDir, distDir: join(folder, 'dist') });
const world = firstSite(join(folder, 'media')).world();
for (let at = 0; at < 8; at += 1) {
  const result = await engine.rebuild(world, { clean: true });
  if (!result.ok) throw new Error(result.message);
  const preloaded = new Int32Array(new SharedArrayBuffer(4));
  engine.worker.preload({ module: import.meta.resolve('./threadWorld.ts'), data: preloaded });
  // This thread receives no message while it waits: the reply, sent just after the notification, arrives during termination.
  Atomics.wait(preloaded, 0, 0, 10_000);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  await engine.worker.end();
}
process.stdout.write('done\n');
