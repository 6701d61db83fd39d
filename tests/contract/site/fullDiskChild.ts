/**
 * A site whose disk becomes full: given a folder on a small file system of its own, it publishes, fills the folder, rebuilds,
 * makes room and rebuilds again. Writes as JSON how each rebuild ended and what `/healthz` says of failures after it.
 */
import { join } from 'node:path';
import { openSite } from '../../../src/site/open.ts';
import { createHealth } from '../../../src/worker/health.ts';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { fill, makeRoom } from '../../support/smallDisk.ts';

const [, , folder = ''] = process.argv;
const school = await startFakeContentService({ news: [] });
const settings = settingsFor(folder);
const site = openSite({ root: ROOT, settings, contentServiceUrl: school.url, distDir: join(folder, 'dist') });
const health = createHealth(
  () => site.engine.live(),
  site.status,
  () => false,
);

const ended: object[] = [];
for (const prepare of [null, fill, null, makeRoom]) {
  prepare?.(folder);
  school.lists = { news: [{ _id: 'n', title: `News ${ended.length}`, fromDate: '2026-11-20', description: 'x'.repeat(15_000) }] };
  const { ok } = await site.rebuild();
  const { lastFailure } = await (await health.request('/healthz')).json();
  ended.push({ ok, isFailing: lastFailure !== null });
}
process.stdout.write(JSON.stringify(ended));
await site.close();
await school.close();
