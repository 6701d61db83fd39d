import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSite } from '../../../src/site/open.ts';
import { ROOT } from '../../support/rig.ts';
import { LISTS, servedSchool } from '../../support/servedSchool.ts';

const school = servedSchool();

describe('the webhook', () => {
  // How many is a question of how long the calls take to arrive; the rule itself is tested in unit/worker/queue.test.ts.
  test('makes a handful of rebuilds of a hundred calls at once', async () => {
    const before = school().school.asked.get('news') ?? 0;
    school().school.lists = { ...LISTS, highlight: [{ _id: 'h1', title: 'marker 1' }] };
    const ids = await Promise.all(Array.from({ length: 100 }, () => school().call()));
    const different = [...new Set(ids)];
    for (const id of different) expect((await school().published(id)).state).toMatch(/published|unchanged/);
    expect(different.length).toBeLessThan(10);
    expect((school().school.asked.get('news') ?? 0) - before).toBeLessThanOrEqual(different.length);
    expect(await school().read('/About')).toContain('marker 1');
  });

  test('has ended no sooner than /healthz tells what came of it', async () => {
    for (const [failing, stale] of [
      [true, ['video']],
      [false, []],
    ] as const) {
      if (failing) school().school.failing.set('video', 'html');
      else school().school.failing.delete('video');
      await school().published(school().call({ collections: ['video'] }));
      expect(JSON.parse(await school().read('/healthz'))).toMatchObject({ stale });
    }
  });

  test('finds nothing to do when it is called again', async () => {
    school().school.lists = { ...LISTS, highlight: [{ _id: 'h1', title: 'marker 1' }] };
    const first = await school().published(school().call({ collections: ['highlight'] }));
    expect(first.state).toBe('published');
    const again = await school().published(school().call({ collections: ['highlight'] }));
    expect(again.state).toBe('unchanged');
    expect(again.report).toMatchObject({ rendered: [], written: [], removed: [], release: first.report?.release });
  });

  test('shows the other bytes of a picture that it names', async () => {
    const shown = async () => /\/media\/\w+\//.exec(await school().read('/News/item/n1'))?.[0];
    const before = await shown();
    school().school.media.set('stays.jpg', school().school.media.get('goes.jpg') ?? Buffer.of());
    expect((await school().published(school().call({ collections: ['news'] }))).state).toBe('unchanged');
    await school().published(school().call({ collections: ['news'], media: ['stays.jpg'] }));
    expect(before).toMatch(/media/);
    expect(await shown()).not.toBe(before);
  });

  test('asks only for the collections that it names', async () => {
    const before = new Map(school().school.asked);
    school().school.lists = { ...LISTS, news: [], highlight: [{ _id: 'h1', title: 'marker 1' }] };
    await school().published(school().call({ collections: ['highlight'] }));
    expect(school().school.asked.get('news')).toBe(before.get('news'));
    expect(await school().read('/News')).toContain('First news');
    expect(await school().read('/News')).toContain('marker 1');
  });

  test('renders exactly the pages that show what changed', async () => {
    const message = { _id: 'p1', name: 'The Principal', category: 'Principal', message: '<p>Good bye.</p>' };
    const { report } = await school().publish({ ...LISTS, principalMessage: [message] });
    expect(report?.rendered.toSorted()).toEqual(['/', '/PrincipalMessage']);
    expect(report?.written.toSorted()).toEqual([
      'PrincipalMessage.html',
      expect.stringMatching(/^data\/search\/0-messages-\w\.\w+\.json$/),
      'index.html',
      'search-index.json',
    ]);
  });
});

test('a message that links a page of the site that is not there is warned of, until the page is', async () => {
  const link = `${school().rig.settings.siteUrl}/News/item/n9`;
  const message = { _id: 'p1', name: 'The Principal', category: 'Principal', message: `<p><a href="${link}">News</a></p>` };
  const lists = { ...LISTS, principalMessage: [message] };
  const warnings = async (news: (typeof lists)['news']) =>
    (await school().publish({ ...lists, news })).report?.warnings.filter(({ collection }) => collection === 'principalMessage');
  expect(await warnings([])).toMatchObject([{ item: 'p1', why: expect.stringContaining(link) }]);
  expect(await warnings([{ _id: 'n9', title: 'It came', fromDate: '2026-11-20' }])).toEqual([]);
});

test('addresses of no page get the page that says so', async () => {
  for (const address of ['/nowhere', '/%E0%A4%A', '/News%00', '/..%2f..%2fetc%2fpasswd']) {
    const answer = await school().fetch(address);
    expect(answer.status, address).toBe(404);
    expect(await answer.text(), address).toContain('Page not found');
  }
});

describe('a rollback by another process', () => {
  test('reaches the running worker by itself and holds until it is resumed', async () => {
    await school().publish({ ...LISTS, highlight: [{ _id: 'h1', title: 'marker 1' }] });
    const { settings, dist: distDir } = school().rig;
    const operator = openSite({ root: ROOT, settings, contentServiceUrl: school().school.url, distDir });
    const back = await operator.rollback();
    expect(back.ok, back.ok ? '' : back.message).toBe(true);
    await expect.poll(() => school().read('/About')).toContain('marker 0');
    expect(readFileSync(join(distDir, 'About.html'), 'utf8')).toContain('marker 0');

    expect(await school().publish({ ...LISTS, highlight: [{ _id: 'h1', title: 'marker 2' }] })).toMatchObject({
      state: 'unchanged',
      report: { held: true },
      message: expect.stringContaining('a rollback holds the release that is live'),
    });
    expect(await school().read('/About')).toContain('marker 0');
    expect(JSON.parse(await school().read('/healthz'))).toMatchObject({ held: true });

    expect((await operator.resume()).ok).toBe(true);
    // The worker may have seen it and published before it is called.
    await school().published(school().call());
    expect(await school().read('/About')).toContain('marker 2');
    await operator.close();
  });
});
