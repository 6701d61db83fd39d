/**
 * One rebuild in a process of its own, which is killed by SIGKILL at a chosen event.
 * Environment: ENGINE_FOLDER holds cache, dist and media; ENGINE_KILL_AT is the type and number of the event (`placed 2`).
 */
import { join } from 'node:path';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { changedSite, openDatabase } from '../../support/memorySite.ts';

const folder = process.env.ENGINE_FOLDER ?? '';
const [type, number = '1'] = (process.env.ENGINE_KILL_AT ?? '').split(' ');
let left = Number(number);

const engine = new LockedEngine({
  database: openDatabase(join(folder, 'cache')),
  cacheDir: join(folder, 'cache'),
  distDir: join(folder, 'dist'),
  onEvent(event) {
    if (event.type === type) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await engine.rebuild(changedSite(join(folder, 'media')).world());
