import { describe, expect, test } from 'vitest';
import type { PageSet } from '../../../src/engine/types.ts';
import { engineRig } from '../../support/engineRig.ts';
import { item, MemorySite, type MemoryWorld } from '../../support/memorySite.ts';

const rig = engineRig();

describe('the check before going live', () => {
  test('refuses a picture that is not to be had', async () => {
    rig().site.content = { ...rig().site.content, albums: [item('a1', { picture: 'lost' })] };
    rig().site.sync();
    expect(await rig().engine.rebuild(rig().site.world())).toMatchObject({
      ok: false,
      reason: 'asset-missing',
      message: expect.stringContaining('/Albums/a1 names /media/lost/small.webp'),
    });
    expect(rig().engine.live()).toBeNull();
  });

  test('refuses a picture that is not to be had and stands in a data file only', async () => {
    const lost = item('n9', { day: '2024-01-01', picture: 'lost' });
    const world = rig().site.world();
    const asDataFile = new MemorySite(rig().mediaDir);
    asDataFile.content = { ...rig().site.content, news: [lost] };
    asDataFile.sync();
    const whole = world.render.bind(world);
    const render: MemoryWorld['render'] = (page, ask) =>
      page === 'data:2026' ? Promise.resolve(asDataFile.world().rendered('data:2024').files) : whole(page, ask);
    const result = await rig().engine.rebuild(Object.assign(world, { render }));
    expect(result).toMatchObject({
      ok: false,
      reason: 'asset-missing',
      message: expect.stringContaining('data:2026 names /media/lost/'),
    });
    expect(rig().engine.live()).toBeNull();
  });

  test('refuses a data file that a page names and that is not there', async () => {
    const world = rig().site.world();
    const whole = world.evaluate.bind(world);
    const without = ({ pages, sets }: PageSet) => ({ pages: pages.filter((page) => page !== 'data:2025'), sets });
    const evaluate: MemoryWorld['evaluate'] = (query, trace) =>
      query === 'pages' ? without(whole(query, trace) as PageSet) : whole(query, trace);
    const result = await rig().engine.rebuild(Object.assign(world, { evaluate }));
    expect(result).toMatchObject({ ok: false, reason: 'broken-link', message: expect.stringMatching(/News names \/data\/2025/) });
    expect(rig().engine.live()).toBeNull();
  });

  test('refuses a link to a page that is not there', async () => {
    rig().site.content = { ...rig().site.content, notes: [item('h', { title: '<a href="/Nowhere">x</a>' })] };
    rig().site.sync();
    expect(await rig().engine.rebuild(rig().site.world())).toMatchObject({
      ok: false,
      reason: 'broken-link',
      message: expect.stringContaining('names /Nowhere'),
    });
  });

  test('refuses to remove a page that a page which stays still links to', async () => {
    rig().site.content = { ...rig().site.content, notes: [item('h', { title: '<a href="/Albums/a2?x=1">x</a>' })] };
    rig().site.sync();
    await rig().publish();
    rig().site.content = { ...rig().site.content, albums: rig().site.content.albums.slice(0, 1) };
    rig().site.sync();
    expect(await rig().engine.rebuild(rig().site.world())).toMatchObject({
      ok: false,
      reason: 'broken-link',
      message: expect.stringContaining('names /Albums/a2'),
    });
  });
});
