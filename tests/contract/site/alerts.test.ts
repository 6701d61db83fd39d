import { expect, test } from 'vitest';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { smallPicture } from '../../support/pictures.ts';
import { openRig, serveRig } from '../../support/rig.ts';
import { startStubService } from '../../support/stubService.ts';

test('ALERT_URL is told once of a picture that cannot be had, however often the worker is started, and once that it came', async () => {
  const told: string[] = [];
  const { url: alertUrl, close } = await startStubService(async (arrived, response) => {
    told.push(JSON.parse(arrived.body.toString()).event);
    response.end();
  });
  const news = [{ _id: 'n', title: 'Sports day', fromDate: '2026-11-20', image: 'late.jpg' }];
  const school = await startFakeContentService({ ...Object.fromEntries(COLLECTION_NAMES.map((name) => [name, []])), news });
  const rig = await openRig({ service: school, settings: { alertUrl } });
  try {
    for (const starts of [1, 2, 3]) {
      const worker = await serveRig(rig);
      const asked = () => school.asked.get('news') ?? 0;
      // A picture that is there at last is told after all that was told before it.
      if (starts === 3) school.media.set('late.jpg', await smallPicture(1));
      await expect.poll(asked).toBeGreaterThanOrEqual(starts);
      await expect.poll(() => told).toContain(starts === 3 ? 'media-recovered' : 'media-missing');
      await worker.stop();
    }
    expect(told).toEqual(['media-missing', 'media-recovered']);
  } finally {
    await rig.close();
    await close();
  }
});
