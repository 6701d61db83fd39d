/** Many clean rebuilds of a few pages, each with a render worker that is warmed up and hardly begins. Argument: a folder. */
import { join } from 'node:path';
import { openEngine } from '../../src/engine/index.ts';
import { firstSite } from './engine-sites.ts';

const [, , folder = ''] = process.argv;
const engine = openEngine({ cacheDir: join(folder, 'cache'), distDir: join(folder, 'dist') });
const world = firstSite(join(folder, 'media')).world();
const ref = { module: import.meta.resolve('./thread-world.ts'), data: null };
for (let at = 0; at < 30; at += 1) {
  const lock = await engine.lock('rebuild');
  if (!lock.ok) throw new Error(lock.message);
  engine.warmUp(ref);
  // Sometimes the worker is ready before the rebuild ends, sometimes it is not.
  if (at % 2 === 0) await new Promise((resolve) => setTimeout(resolve, at * 4));
  const result = await engine.rebuild(world, { clean: true, lock: lock.value });
  if (!result.ok) throw new Error(result.message);
  await lock.value.release();
}
process.stdout.write('done\n');
