import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OTHER_SETTINGS } from '../support/rig.ts';
import { sharingMachines } from '../support/sharingMachines.ts';
import { readTree, sorted } from '../support/trees.ts';

const { cleanTree, machine, objects, rename, s3, school } = sharingMachines();

describe('with a STATE_URL that something is wrong with', () => {
  test("another site's state is neither used nor changed, and one line says so", async () => {
    await machine('first').rebuild();
    const before = objects();
    const other = machine('other', OTHER_SETTINGS);
    const built = await other.rebuild();
    expect(built.report.rendered).toContain('/');
    expect(other.told).toEqual([expect.stringContaining("another site's state")]);
    expect(objects()).toEqual(before);
  });

  test.each(['head.json', 'image/', 'changes/', 'files/'])(
    'damage (%s) costs time and one line, never a wrong page, and is mended',
    async (what) => {
      const first = machine('first');
      await first.rebuild();
      rename('n4', 'Makes a change');
      await first.rebuild();
      const hit = objects().filter(({ file }) => file.includes(what));
      expect(hit).not.toEqual([]);
      for (const { file } of hit) {
        const path = join(s3().folder, file);
        if (what === 'files/') rmSync(path);
        else writeFileSync(path, readFileSync(path).subarray(0, 100));
      }
      rename('n5', 'After the damage');
      const second = machine('second');
      await second.rebuild();
      // Lost files are made again like any that the store has lost.
      if (what !== 'files/') expect(second.told).toHaveLength(1);
      expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
      const third = machine('third');
      expect((await third.rebuild()).report.rendered).toEqual([]);
      expect(third.told).toEqual([]);
      expect(sorted(readTree(third.dist))).toEqual(await cleanTree());
    },
  );

  test('a deleted list of withdrawn references is put back by a machine that knows them, and stops one that does not', async () => {
    const first = machine('first');
    await first.rebuild();
    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    const list = () => objects().filter(({ file }) => file.includes('/withdrawn.json'));
    const [before] = list();
    rmSync(join(s3().folder, before?.file ?? ''));
    const second = await machine('second').site.rebuild();
    expect(second).toMatchObject({
      ok: false,
      message: expect.stringMatching(/withdrawn\.json, was deleted, so nothing is rebuilt\./),
    });
    expect(list()).toEqual([]);
    await first.rebuild();
    expect(first.told).toEqual([expect.stringMatching(/withdrawn\.json, was deleted; it was put back/)]);
    expect(list()).toEqual([before]);
    const third = machine('third');
    await third.rebuild();
    expect(third.site.withdrawn()).toMatchObject([{ reference: 'sports.jpg' }]);
  });

  test('wrong credentials or a storage that is away fail the rebuild in one line; nothing is lost', async () => {
    const first = machine('first');
    await first.rebuild();
    const tree = readTree(first.dist);
    rename('n5', 'Not to be published yet');
    s3().answer = () => ({ status: 403, code: 'InvalidAccessKeyId' });
    expect(await first.site.rebuild()).toMatchObject({ ok: false, message: expect.stringMatching(/Check AWS_ACCESS_KEY_ID\.$/) });
    s3().answer = () => 'pass';
    expect(readTree(first.dist)).toEqual(tree);
    expect((await first.rebuild()).report.rendered).toContain('/News/item/n5');
  });

  test('what cannot be handed over is told, and handed over by the next rebuild', async () => {
    const first = machine('first');
    await first.rebuild();
    rename('n5', 'Published, not handed over');
    s3().answer = ({ method, url }) =>
      method === 'PUT' && url?.includes('/changes/') ? { status: 403, code: 'AccessDenied' } : 'pass';
    expect(await first.site.rebuild()).toMatchObject({ ok: false, message: expect.stringMatching(/HTTP 403 \(AccessDenied\)/) });
    s3().answer = () => 'pass';
    rename('n6', 'Published and handed over');
    await first.rebuild();
    expect((await machine('second').rebuild()).report.rendered).toEqual([]);
  });

  test.each([false, true])(
    'storage without conditional writes is refused in one line before anything is published (it says so: %s)',
    async (says) => {
      s3().isConditional = false;
      if (says) s3().answer = ({ headers }) => (headers['if-none-match'] ? { status: 501, code: 'NotImplemented' } : 'pass');
      const first = machine('first');
      expect(await first.site.rebuild()).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^[^\n]*no conditional writes[^\n]*$/),
      });
      expect(readTree(first.dist).size).toBe(0);
      expect(objects()).toEqual([]);
    },
  );

  test('one 409 of the storage is tried again, and not taken for another machine that was quicker', async () => {
    const first = machine('first');
    await first.rebuild();
    rename('n5', 'In spite of a 409');
    const asked = () => school().asked.get('news') ?? 0;
    const before = asked();
    let isFirst = true;
    s3().answer = ({ method, url }) => {
      if (method !== 'PUT' || !url?.endsWith('/head.json') || !isFirst) return 'pass';
      isFirst = false;
      return { status: 409, code: 'ConditionalRequestConflict' };
    };
    expect((await first.rebuild()).report.rendered).toContain('/News/item/n5');
    expect(isFirst).toBe(false);
    expect(asked()).toBe(before + 1);
    expect((await machine('second').rebuild()).report.rendered).toEqual([]);
  });
});
