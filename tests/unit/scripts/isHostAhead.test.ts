import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isHostAhead } from '../../../scripts/lib/deployer.ts';
import { settingsFor } from '../../support/rig.ts';
import { temporaryFolder } from '../../support/trees.ts';

interface Asked {
  /** The release that a folder shows; null: it is empty. */
  readonly shown: string | null;
  readonly releases: () => Promise<readonly string[]>;
  /** The release that was handed over from here before. */
  readonly handedOver: string | undefined;
}

/** Whether the folder is ahead of a site that knows some releases. */
function ask({ shown, releases, handedOver }: Asked) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'host');
  mkdirSync(folder);
  const record = { format: 1, target: `folder ${folder}`, release: shown, at: 0, files: { 'index.html': '' } };
  if (shown !== null) writeFileSync(join(folder, '.deployed.json'), JSON.stringify(record));
  const settings = { ...settingsFor(path), deploy: { target: 'folder', folder, minInterval: 1 } as const };
  const calls = { releases: async () => (await releases()).map((release) => ({ release })) };
  return isHostAhead({ root: path, settings }, { cacheDir: settings.cacheDir, calls, handedOver });
}

test.each([
  ['shows what is known here', false, '20261201-093058-157-aaaa', ['20261201-093058-157-aaaa']],
  ['shows it as it was before a purge', false, '20261201-093058-157-aaaa', ['20261201-093058-157-bbbb']],
  ['shows what a lost cache knew', true, '20261201-093058-157-aaaa', []],
  ['shows what came after the cache that was put back', true, '20261201-093058-157-aaaa', ['20261130-093058-157-aaaa']],
  ['shows what was handed to it before all that is kept here', false, 'handed-over', ['20261201-093058-157-aaaa']],
  [
    'shows what a lost cache knew, of which a new release is made meanwhile',
    true,
    '20261101-093058-157-aaaa',
    ['20261201-093058-157-aaaa'],
  ],
  ['has yet to be filled', false, null, []],
])('a host that %s is ahead: %s', async (_, isAhead, shown, known) => {
  expect(await ask({ shown, releases: async () => known, handedOver: 'handed-over' })).toBe(isAhead);
});

test('where nobody can tell, it is ahead of a cache that handed nothing over yet, as after one was lost, and of no other', async () => {
  const asked = { shown: '20261201-093058-157-aaaa', releases: () => Promise.reject(new Error('The rebuild thread died.')) };
  expect(await ask({ ...asked, handedOver: undefined })).toBe(true);
  expect(await ask({ ...asked, handedOver: 'handed-over' })).toBe(false);
});
