import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readIfPresent } from '../../../src/lib/files.ts';
import type { Lists } from '../../support/fakeContentService.ts';
import { LISTS, servedSchool } from '../../support/servedSchool.ts';
import { filesOf, readTree } from '../../support/trees.ts';

const school = servedSchool();

/** Number of publishes; `PUBLISHES` sets another. */
const PUBLISHES = Number(process.env.PUBLISHES ?? 4);

describe(`readers during ${PUBLISHES} publishes`, () => {
  const READERS = 4;

  const mark = (number: number): Lists => ({
    ...LISTS,
    highlight: [{ _id: 'h1', title: `marker ${number}` }],
    news: [{ _id: 'n1', title: `News marker ${number}`, fromDate: '2026-11-20', image: 'stays.jpg' }],
  });

  async function fetchWhole(path: string): Promise<string> {
    const answer = await school().fetch(path);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
    return answer.text();
  }

  /** The one marker of a text; throws when there is none, or several that differ. */
  function markerOf(text: string, where: string): number {
    const markers = [...new Set([...text.matchAll(/marker (\d+)/g)].map(([, number]) => Number(number)))];
    if (markers.length !== 1) throw new Error(`${where} holds the markers ${markers.join(', ') || '(none)'}.`);
    return markers[0] ?? 0;
  }

  /** The marker of a page, which the data files that it leads to must have as well. */
  async function readPage(path: string): Promise<number> {
    const html = await fetchWhole(path);
    const marker = markerOf(html, path);
    const [index] = /\/data\/news\/index\.[0-9a-f]{12}\.json/.exec(html) ?? [];
    if (path === '/News' && !index) throw new Error('/News names no data file.');
    const files = index ? (JSON.parse(await fetchWhole(index)) as { key: string; href: string }[]) : [];
    const data = files.find(({ key }) => key === '2026')?.href;
    if (data && markerOf(await fetchWhole(data), data) !== marker) throw new Error(`${path} and ${data} are of two releases.`);
    return marker;
  }

  async function readWhile(goesOn: () => boolean): Promise<number> {
    let newest = 0;
    let read = 0;
    while (goesOn()) {
      for (const path of ['/', '/News', '/News/2026-11', '/About']) {
        const marker = await readPage(path);
        if (marker < newest) throw new Error(`${path} went back from marker ${newest} to ${marker}.`);
        newest = marker;
        read += 1;
      }
    }
    return read;
  }

  test('see no error, nothing that goes back, and no page that mixes two releases', {
    timeout: 240_000 + PUBLISHES * 5_000,
  }, async () => {
    await school().publish(mark(0));
    let publishing = true;
    const publish = async () => {
      for (let number = 1; number <= PUBLISHES; number += 1) {
        expect((await school().publish(mark(number))).state).toBe('published');
        expect(markerOf(await fetchWhole('/News'), '/News')).toBe(number);
      }
    };
    const publisher = publish().finally(() => {
      publishing = false;
    });
    const [, ...read] = await Promise.all([publisher, ...Array.from({ length: READERS }, () => readWhile(() => publishing))]);
    expect(read.reduce((sum, pages) => sum + pages, 0)).toBeGreaterThan(PUBLISHES);
    expect(await readPage('/News')).toBe(PUBLISHES);
  });
});

describe('what must disappear', () => {
  test('an item withdrawn in the service is gone from every page, data file, feed and index', async () => {
    expect([...readTree(school().rig.dist).values()].some((text) => text.includes('Withdrawn'))).toBe(true);
    const without = (name: keyof Lists) => (LISTS[name] ?? []).filter(({ title }) => !String(title).startsWith('Withdrawn'));
    const lists = { news: without('news'), gallery: without('gallery'), academicCalender: without('academicCalender') };
    expect((await school().publish({ ...LISTS, ...lists })).state).toBe('published');
    const holding = [...readTree(school().rig.dist)].filter(([, text]) => /Withdrawn|\/SubGallery\/a2/.test(text));
    expect(holding.map(([path]) => path)).toEqual([]);
    expect(filesOf(school().rig.dist)).not.toContain('SubGallery/a2.html');
    expect((await school().fetch('/SubGallery/a2')).status).toBe(404);
    expect(await school().read('/News')).toContain('First news');
  });

  test('a purged picture leaves the published tree, every release and the cache, and stays away until it is allowed', async () => {
    const picture = () =>
      /\/media\/[0-9a-f]{12}\/\d+\.webp/.exec(readFileSync(join(school().rig.dist, 'Events.html'), 'utf8'))?.[0] ?? null;
    const address = picture() ?? '';
    expect((await school().fetch(address)).status).toBe(200);
    const bytes = readFileSync(join(school().rig.dist, address));
    // The worker writes on meanwhile: what it has only staged may be gone when it is read.
    const holders = (folder: string) => filesOf(folder).filter((file) => readIfPresent(join(folder, file))?.equals(bytes));
    expect(holders(school().rig.folder).length).toBeGreaterThan(1);

    const purged = await school().rig.site.purge('goes.jpg');
    expect(purged.ok, purged.ok ? '' : purged.message).toBe(true);
    expect(holders(school().rig.folder)).toEqual([]);
    await expect.poll(async () => (await school().fetch(address)).status).toBe(404);
    const naming = [...readTree(school().rig.dist)].filter(([, text]) => text.includes(address.split('/')[2] ?? '?'));
    expect(naming.map(([path]) => path)).toEqual([]);
    await school().published(school().call());
    expect(picture()).toBeNull();

    expect((await school().rig.site.allow('goes.jpg')).ok).toBe(true);
    await school().published(school().call());
    // A picture that takes long follows in a rebuild of its own.
    await expect.poll(picture).toBe(address);
  });
});
