/**
 * A purge while the disk is full: given a folder on a small file system of its own, it publishes a picture and purges it
 * on a full disk, on one with room for the list of withdrawn references alone, and on one with room. Writes as JSON what each
 * purge said, whether the picture is withdrawn after it, and whether it is published.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSite } from '../../../src/site/open.ts';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { smallPicture } from '../../support/pictures.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { fill, makeRoom } from '../../support/smallDisk.ts';
import { readTree } from '../../support/trees.ts';

const [, , folder = ''] = process.argv;
const news = [{ _id: 'n', title: 'Sports Day', fromDate: '2026-11-20', image: 'sports.jpg' }];
const school = await startFakeContentService({ news }, new Map([['sports.jpg', await smallPicture(1)]]));
const site = openSite({
  root: ROOT,
  settings: settingsFor(folder),
  contentServiceUrl: school.url,
  distDir: join(folder, 'dist'),
});
await site.rebuild();

const pictures = () => [...readTree(join(folder, 'dist'))].flatMap(([path, bytes]) => (path.startsWith('media/') ? [bytes] : []));
const published = pictures();
const isPublished = () => pictures().some((bytes) => published.includes(bytes));
const purges: object[] = [];
const makeALittleRoom = () => {
  for (let file = 0; file < 12; file += 1) rmSync(join(folder, `fill-${file}`));
};
for (const prepare of [() => fill(folder), makeALittleRoom, () => makeRoom(folder)]) {
  prepare();
  const purged = await site.purge('sports.jpg');
  const said = purged.ok ? 'done' : purged.message;
  purges.push({ said, isWithdrawn: site.withdrawn().length === 1, isPublished: isPublished() });
}
process.stdout.write(JSON.stringify(purges));
await site.close();
await school.close();
