import { expect, test } from 'vitest';
import { succeed } from '../../../src/lib/result.ts';
import { createSiteLock, rollBack } from '../../../src/site/releases.ts';
import { engineRig } from '../../support/engineRig.ts';
import { item } from '../../support/memorySite.ts';

const rig = engineRig();

/** As another process does it. */
function rollBackElsewhere() {
  const engine = rig().open();
  const locked = createSiteLock({ database: rig().database, engine, shared: null, onWait() {} });
  return rollBack(engine, locked, () => succeed(null));
}

test('three rollbacks at once go back to the same release, one after the other further', async () => {
  const releases: string[] = [];
  for (const title of ['one', 'two', 'three', 'four', 'five']) {
    rig().site.content = { ...rig().site.content, notes: [item('h1', { title })] };
    rig().site.sync();
    releases.unshift((await rig().publish()).release);
  }
  const [, before, further] = releases;
  const lock = await rig().database.lock('a rebuild');
  if (!lock.ok) throw new Error(lock.message);
  const atOnce = [1, 2, 3].map(() => rollBackElsewhere());
  lock.value.release();
  for (const done of await Promise.all(atOnce)) expect(done).toMatchObject({ ok: true, value: { release: before } });
  expect(await rollBackElsewhere()).toMatchObject({ ok: true, value: { release: further } });
  expect(rig().engine.live()).toMatchObject({ release: further, held: true });
});
