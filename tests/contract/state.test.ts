import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REBUILD_SECRET, SERVICE_TOKEN } from '../support/rig.ts';
import { NEWS, sharingMachines } from '../support/sharingMachines.ts';
import { readTree, sorted } from '../support/trees.ts';

const { cleanTree, machine, objects, rename, s3, school } = sharingMachines();

describe('with STATE_URL', () => {
  test('a machine with an empty cache renders exactly what the last one would, and publishes what a clean build does', async () => {
    const first = machine('first');
    await first.rebuild();
    rename('n5', 'The notice with another title');
    // What the first machine would render, found out on its own copy of the state.
    const { news = [] } = school().lists;
    const second = machine('second');
    const there = await second.rebuild();
    expect(there.state).toBe('published');
    expect(there.report.rendered.length).toBeLessThan(12);
    expect(there.report.rendered).toContain('/News/item/n5');
    expect(sorted(readTree(second.dist))).toEqual(await cleanTree());

    school().lists = { news: NEWS };
    const back = await second.rebuild();
    school().lists = { news };
    const warm = await second.rebuild();
    expect(warm.report.rendered).toEqual(there.report.rendered);
    expect(back.report.rendered).toEqual(there.report.rendered);
    // The first one to run also compiles the site.
  });

  test('machines take turns: each goes on from what the other published', async () => {
    const first = machine('first');
    const second = machine('second');
    await first.rebuild();
    await second.rebuild();
    rename('n1', 'Renamed while the second one ran');
    await second.rebuild();
    rename('n2', 'Renamed while the first one ran');
    const third = await first.rebuild();
    expect(third.report.rendered).toContain('/News/item/n2');
    expect(third.report.rendered.length).toBeLessThan(12);
    expect(sorted(readTree(first.dist))).toEqual(await cleanTree());
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(readTree(second.dist)).toEqual(readTree(first.dist));
  });

  test('a rebuild that finds nothing changed renders nothing and writes nothing to the storage', async () => {
    await machine('first').rebuild();
    s3().requests.length = 0;
    const again = await machine('second').rebuild();
    expect(again).toMatchObject({ state: 'unchanged', report: { rendered: [] } });
    expect(s3().requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('the storage keeps no secret, whatever is unpacked', async () => {
    school().lists = { news: [...NEWS, { _id: 'echo', title: 'A notice', fromDate: '2026-11-01' }] };
    const { site, rebuild } = machine('first', { deskPassword: 'the password of the desk' });
    await rebuild();
    await site.purge('sports.jpg');
    const found = objects();
    expect(found.length).toBeGreaterThan(3);
    for (const secret of [SERVICE_TOKEN, REBUILD_SECRET, 'the password of the desk', s3().settings.secretAccessKey]) {
      expect(found.filter(({ text }) => text.includes(secret)).map(({ file }) => file)).toEqual([]);
    }
  });

  test('what one machine withdraws is gone from the others and from the storage; what it allows comes back', async () => {
    const first = machine('first');
    const second = machine('second');
    await first.rebuild();
    await second.rebuild();
    const pictures = () => [...readTree(second.dist).keys()].filter((path) => path.startsWith('media/'));
    expect(pictures()).not.toEqual([]);
    const [published = ''] = pictures();
    const bytes = readFileSync(join(second.dist, published), 'latin1');
    expect(objects().some(({ text }) => text.includes(bytes))).toBe(true);

    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    expect(objects().filter(({ text }) => text.includes(bytes))).toEqual([]);
    await second.rebuild();
    expect(pictures()).toEqual([]);
    expect(second.site.withdrawn().map(({ reference }) => reference)).toEqual(['sports.jpg']);
    const third = machine('third');
    await third.rebuild({ clean: true });
    expect([...readTree(third.dist).keys()].filter((path) => path.startsWith('media/'))).toEqual([]);

    expect(await second.site.allow('sports.jpg')).toMatchObject({ ok: true });
    await first.rebuild();
    expect(first.site.withdrawn()).toEqual([]);
    expect([...readTree(first.dist).keys()]).toContain(published);
  });

  test('a rollback holds on every machine', async () => {
    const first = machine('first');
    await first.rebuild();
    const old = readTree(first.dist);
    rename('n5', 'A mistake');
    await first.rebuild();
    expect(await first.site.rollback()).toMatchObject({ ok: true });
    const second = machine('second');
    expect((await second.rebuild()).state).toBe('held');
    expect(readTree(second.dist)).toEqual(old);
  });
});
