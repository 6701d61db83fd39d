import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isHostAhead } from '../../../scripts/lib/deployer.ts';
import { settingsFor } from '../../support/rig.ts';
import { temporaryFolder } from '../../support/trees.ts';

/** Whether a folder that shows a release, or none, is ahead of a site that knows some. */
function ask(shown: string | null, known: readonly string[]) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'host');
  mkdirSync(folder);
  const record = { format: 1, target: `folder ${folder}`, release: shown, at: 0, files: { 'index.html': '' } };
  if (shown !== null) writeFileSync(join(folder, '.deployed.json'), JSON.stringify(record));
  const settings = { ...settingsFor(path), deploy: { target: 'folder', folder, minInterval: 1 } as const };
  mkdirSync(join(settings.cacheDir, 'deploy'), { recursive: true });
  writeFileSync(join(settings.cacheDir, 'deploy/deployed.json'), JSON.stringify({ release: 'handed-over' }));
  const calls = { releases: async () => known.map((release) => ({ release })) };
  return isHostAhead({ root: path, settings }, { cacheDir: settings.cacheDir, releases: { live: () => null }, calls });
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
  expect(await ask(shown, known)).toBe(isAhead);
});
