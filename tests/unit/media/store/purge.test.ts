import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toChecksummed } from '../../../../src/lib/files.ts';
import { groupOf } from '../../../../src/lib/paths.ts';
import { openWithdrawals } from '../../../../src/media/withdrawals.ts';
import { FOREVER, MISSING, mediaRig, pictureOf, red } from '../../../support/mediaRig.ts';

const rig = mediaRig();

describe('a purge', () => {
  test('leaves a picture that another process was allowed to fetch again to be published by this one', async () => {
    rig().stored.set('a.png', red);
    const { id } = pictureOf(await rig().obtained('a.png'));
    await rig().store.purge('a.png');
    const other = rig().open();
    await other.allow('a.png');
    await rig().store.generation();
    expect(rig().store.peek('a.png')).toBeUndefined();
    await rig().obtained('a.png', other);
    await other.close();
    await rig().store.generation();
    expect((await rig().store.resolveAssets(`/media/${id}/`))?.length).toBeGreaterThan(0);
  });

  test('is taken back by the address by which it was made, of a picture and of a file', async () => {
    rig().stored.set('a.png', red).set('a.txt', Buffer.from('words'));
    const { id } = pictureOf(await rig().obtained('a.png'));
    const file = await rig().obtained('a.txt');
    const href = file?.kind === 'file' ? file.href : '';
    const copied = [`https://school.example.org${href}#page=2`, href.slice(1), ` ${href.toUpperCase()} `];
    for (const address of [`/media/${id}/4.webp`, href, ...copied]) {
      const group = address.includes(id) ? `/media/${id}/` : groupOf(href);
      expect((await rig().store.purge(address)).groups).toEqual([group]);
      expect(rig().store.withdrawn()).toHaveLength(1);
      expect(await rig().store.allow(address)).toBe(true);
      expect(rig().store.withdrawn()).toEqual([]);
    }
  });

  test('takes for the reference what is one, also where it reads as the address of another picture', async () => {
    rig().stored.set('a.png', red).set('b.txt', Buffer.from('words'));
    const { id } = pictureOf(await rig().obtained('a.png'));
    const pasted = `media/${id}/4.txt`;
    rig().stored.set(pasted, Buffer.from('pasted words'));
    await rig().obtained(pasted);
    expect((await rig().store.purge(pasted)).reference).toBe(pasted);
    expect(rig().store.withdrawnAs(pasted)).toBe(pasted);
    expect(rig().store.isWithdrawn('a.png')).toBe(false);
  });

  test('finds what another process has fetched since this one looked', async () => {
    rig().stored.set('a.png', red);
    expect(rig().store.peek('a.png')).toBeUndefined();
    const other = rig().open();
    const { id } = pictureOf(await rig().obtained('a.png', other));
    await other.close();
    expect((await rig().store.purge('a.png')).groups).toEqual([`/media/${id}/`]);
  });

  /** A picture that had other bytes under the same name, with the group of those and its group now. */
  async function replaced(): Promise<{ readonly old: string; readonly now: string }> {
    rig().stored.set('a.png', red);
    const old = `/media/${pictureOf(await rig().obtained('a.png')).id}/`;
    const blue = { width: 8, height: 8, channels: 3, background: 'blue' } as const;
    rig().stored.set('a.png', await sharp({ create: blue }).png().toBuffer());
    await rig().store.obtain([['a.png']], { ...FOREVER, refresh: true });
    return { old, now: `/media/${pictureOf(rig().store.peek('a.png')).id}/` };
  }

  test('reaches what the reference showed before it was replaced, also after gc and without a known reference', async () => {
    const { old, now } = await replaced();
    await rig().store.gc(new Set());
    expect(rig().store.lookUp('a.png')).toMatchObject({ isKnown: true });
    const { groups, isKnown } = await rig().store.purge('a.png');
    expect(new Set(groups)).toEqual(new Set([old, now]));
    expect(isKnown).toBe(true);
    const [withdrawal] = rig().store.withdrawn();
    expect([old, now]).toContain(withdrawal?.published);
    for (const group of [old, now]) expect(rig().store.withdrawnAs(`${group}4.webp`)).toBe('a.png');
  });

  test('names every address of the same bytes under other names, also after gc', async () => {
    const names = ['x.txt', 'y.txt'];
    for (const name of names) rig().stored.set(name, Buffer.from('the same words'));
    const files = await Promise.all(names.map((name) => rig().obtained(name)));
    const groups = files.map((file) => (file?.kind === 'file' ? groupOf(file.href) : null));
    await rig().store.gc(new Set());
    expect(new Set((await rig().store.purge('x.txt')).groups)).toEqual(new Set(groups));
  });

  test.each(['gc', 'refresh', null])(
    'holds for all bytes that the name ever had, under other names, also after %s',
    async (what) => {
      await replaced();
      const blue = rig().stored.get('a.png') ?? red;
      if (what === 'gc') await rig().store.gc(new Set());
      rig().stored.delete('a.png');
      if (what === 'refresh') await rig().store.obtain([['a.png']], { ...FOREVER, refresh: true });
      await rig().store.purge('a.png');
      rig().stored.set('b.png', red).set('c.png', blue);
      expect([await rig().obtained('b.png'), await rig().obtained('c.png')]).toEqual([MISSING, MISSING]);
      expect(await rig().store.allow('a.png')).toBe(true);
      expect(await rig().obtained('b.png')).not.toEqual(MISSING);
    },
  );

  test('that was cut off after it was written down names the same groups once more', async () => {
    const { old, now } = await replaced();
    await rig().store.purge('a.png');
    const { groups, wasWithdrawn } = await rig().store.purge('a.png');
    expect([new Set(groups), wasWithdrawn]).toEqual([new Set([old, now]), true]);
    // On a machine that knows nothing but the list.
    const next = rig().open({ cacheDir: join(rig().cacheDir, 'anew') });
    expect(new Set((await next.purge('a.png')).groups)).toEqual(new Set([old, now]));
  });

  test('spares what another reference shows now, though this one once showed the same', async () => {
    const { old, now } = await replaced();
    rig().stored.set('b.png', red);
    expect(`/media/${pictureOf(await rig().obtained('b.png')).id}/`).toBe(old);
    expect((await rig().store.purge('a.png')).groups).toEqual([now]);
    expect((await rig().filesOf(old)).length).toBeGreaterThan(0);
  });

  test('leaves nothing known of what it removed, so that nobody makes it again of what a release has kept', async () => {
    const { old } = await replaced();
    const kept = new Map((await rig().filesOf(old)).map(({ digest, source }) => [digest, readFileSync(source)]));
    const other = rig().open({ recover: (digest) => kept.get(digest) ?? null });
    await other.purge('a.png');
    expect(await other.resolveAssets(old)).toBeNull();
    await other.close();
  });

  test('by an address that the reference has left removes that alone, and those bytes do not come back', async () => {
    const { old, now } = await replaced();
    expect(await rig().store.purge(`${old}4.webp`)).toMatchObject({ groups: [old] });
    expect(`/media/${pictureOf(rig().store.peek('a.png')).id}/`).toBe(now);
    rig().stored.set('b.png', red);
    expect(await rig().obtained('b.png')).toEqual(MISSING);
  });

  test('by an address that nothing is known of names it all the same: a kept release may show it', async () => {
    expect(await rig().store.purge('/media/0123456789ab/640.webp')).toMatchObject({
      groups: ['/media/0123456789ab/'],
      isKnown: false,
    });
    expect(rig().store.withdrawn()).toMatchObject([{ published: '/media/0123456789ab/' }]);
  });

  test('by an address that nothing is known of any more holds when the picture comes, under every reference, until it is allowed', async () => {
    rig().stored.set('a.png', red);
    const address = `/media/${pictureOf(await rig().obtained('a.png')).id}/4.webp`;
    const store = rig().open({ cacheDir: join(rig().cacheDir, 'another') });
    await store.purge(address);
    expect(await rig().obtained('a.png', store)).toEqual(MISSING);
    expect(store.withdrawn()).toMatchObject([{ reference: 'a.png', groups: [address.replace('4.webp', '')] }]);
    expect([store.isWithdrawn('a.png'), store.withdrawnBytes().size]).toEqual([true, 1]);
    await store.purge('a.png');
    await store.allow(address);
    expect(await rig().obtained('a.png', store)).toMatchObject({ kind: 'image' });
  });

  test('by its address while nothing is known of it, and once more by one that knows it, is one withdrawal', async () => {
    rig().stored.set('a.png', red);
    const address = `/media/${pictureOf(await rig().obtained('a.png')).id}/4.webp`;
    await rig()
      .open({ cacheDir: join(rig().cacheDir, 'another') })
      .purge(address);
    await rig().store.purge(address);
    expect(rig().store.withdrawn()).toMatchObject([{ reference: 'a.png' }]);
    expect(await rig().store.allow(address)).toBe(true);
    expect(rig().store.withdrawn()).toEqual([]);
  });

  test('by its address leaves another name of the same bytes withdrawn, of which another process knew', async () => {
    rig().stored.set('a.png', red).set('b.png', red);
    const { id } = pictureOf(await rig().obtained('a.png'));
    const other = rig().open({ cacheDir: join(rig().cacheDir, 'another') });
    await rig().obtained('b.png', other);
    await other.purge('b.png');
    expect(await rig().store.purge(`/media/${id}/4.webp`)).toMatchObject({ reference: 'a.png' });
    expect(
      rig()
        .store.withdrawn()
        .map(({ reference }) => reference),
    ).toEqual(['b.png', 'a.png']);
  });

  test('removes the picture under every reference, and does not fetch it again until it is allowed', async () => {
    rig().stored.set('a.png', red).set('same.png', red).set('later.png', red);
    await rig().store.obtain([['a.png', 'same.png']], FOREVER);
    const group = `/media/${pictureOf(rig().store.peek('a.png')).id}/`;
    const before = await rig().store.generation();
    const purged = await rig().store.purge('a.png');
    expect(purged).toMatchObject({ reference: 'a.png', groups: [group], isKnown: true, wasWithdrawn: false, isUnseen: false });
    expect(await rig().store.generation()).not.toBe(before);
    expect(await rig().store.resolveAssets(group)).toBeNull();
    expect(await readdir(join(rig().cacheDir, 'media'))).toEqual([]);
    rig().service.arrived.length = 0;
    await rig().store.obtain([['a.png', 'same.png', 'later.png']], FOREVER);
    expect(rig().asked()).not.toContain('a.png');
    expect(['a.png', 'same.png', 'later.png'].map((reference) => rig().store.peek(reference))).toEqual([
      MISSING,
      MISSING,
      MISSING,
    ]);

    expect(await rig().store.allow('other.png')).toBe(false);
    expect(await rig().store.allow('a.png')).toBe(true);
    expect(rig().store.peek('a.png')).toBeUndefined();
    expect(await rig().obtained('a.png')).toMatchObject({ kind: 'image' });
    expect(await rig().obtained('later.png')).toMatchObject({ kind: 'image' });
  });

  test('reaches another process at its next sync', async () => {
    rig().stored.set('a.png', red);
    await rig().obtained('a.png');
    const other = rig().open();
    expect(other.peek('a.png')).toMatchObject({ kind: 'image' });
    await rig().store.purge('a.png');
    await other.generation();
    expect(other.peek('a.png')).toEqual(MISSING);
  });

  test('can name a published address', async () => {
    rig().stored.set('a.png', red);
    const { id } = pictureOf(await rig().obtained('a.png'));
    expect((await rig().store.purge(`/media/${id}/640.webp`)).groups).toEqual([`/media/${id}/`]);
    expect(rig().store.peek('a.png')).toEqual(MISSING);
  });

  test('names the reference that was probably meant by one that is not known', async () => {
    rig().stored.set('football-01.png', red).set('football-02.png', red);
    await rig().store.obtain([['football-01.png', 'football-02.png']], FOREVER);
    const reference = 'fotball-02.png';
    expect(rig().store.lookUp(reference)).toEqual({ reference, isKnown: false, suggestion: 'football-02.png' });
    expect(rig().store.lookUp('football-02.png')).toMatchObject({ isKnown: true });
    expect(rig().store.withdrawn()).toEqual([]);
    expect(await rig().store.purge(reference)).toMatchObject({ groups: [], suggestion: 'football-02.png' });
    expect(await rig().store.purge('elsewhere.png')).toMatchObject({ groups: [], suggestion: undefined });
  });

  test('by the address of what is withdrawn already is a second one of it', async () => {
    rig().stored.set('a.png', red);
    const { id } = pictureOf(await rig().obtained('a.png'));
    await rig().store.purge('a.png');
    expect(await rig().store.purge(`/media/${id}/640.webp`)).toMatchObject({
      reference: 'a.png',
      groups: [`/media/${id}/`],
      isKnown: false,
      wasWithdrawn: true,
    });
    expect(rig().store.withdrawn()).toHaveLength(1);
  });

  test('of a reference never seen holds when it appears', async () => {
    expect(await rig().store.purge('a.png')).toMatchObject({ groups: [], wasWithdrawn: false });
    rig().stored.set('a.png', red);
    rig().service.arrived.length = 0;
    expect(await rig().obtained('a.png')).toEqual(MISSING);
    expect(rig().service.arrived).toEqual([]);
  });

  test('of a reference of which nothing is known fetches its bytes for their digest: where they were published, and under every name', async () => {
    rig().stored.set('a.png', red).set('b.png', red);
    const group = `/media/${pictureOf(await rig().obtained('a.png')).id}/`;
    const store = rig().open({ cacheDir: join(rig().cacheDir, 'another') });
    expect(await store.purge('a.png')).toMatchObject({ groups: [group], isKnown: true, isUnseen: false });
    expect(await rig().obtained('b.png', store)).toEqual(MISSING);
  });

  test('of a reference of which nothing was known is made whole by a second one: the same bytes go under every name', async () => {
    await rig().store.purge('a.png');
    rig().stored.set('a.png', red).set('b.png', red);
    const group = `/media/${pictureOf(await rig().obtained('b.png')).id}/`;
    expect(await rig().store.purge('a.png')).toMatchObject({ groups: [group] });
    expect(rig().store.withdrawn()).toMatchObject([{ published: group }]);
    expect(await rig().obtained('b.png')).toEqual(MISSING);
  });

  test.each(['by name', 'in whole'])('of what is known by another spelling of it removes that (known %s)', async (known) => {
    rig().stored.set('a b.png', red);
    const both = ['a b.png', `${rig().service.url}/api/image/a%20b.png`] as const;
    const [name, other] = known === 'by name' ? both : both.toReversed();
    const group = `/media/${pictureOf(await rig().obtained(name)).id}/`;
    rig().service.arrived.length = 0;
    expect(await rig().store.purge(other ?? '')).toMatchObject({ reference: name, groups: [group], isKnown: true });
    expect(rig().service.arrived).toEqual([]);
    expect(await rig().store.allow(other ?? '')).toBe(true);
    expect(rig().store.withdrawn()).toEqual([]);
  });

  test('holds for every spelling of the same address, by name and in whole', async () => {
    rig().stored.set('a b.png', red);
    const whole = `${rig().service.url}/api/image/a%20b.png`;
    for (const [purged, other] of [
      ['a b.png', whole],
      [whole, 'a b.png'],
    ] as const) {
      await rig().store.purge(purged);
      await rig().store.generation();
      rig().service.arrived.length = 0;
      expect(await rig().obtained(other)).toEqual(MISSING);
      expect(rig().store.isWithdrawn(other)).toBe(true);
      await rig().store.allow(purged);
      await rig().store.generation();
    }
    expect(rig().service.arrived).toEqual([]);
    expect(rig().store.isWithdrawn(whole)).toBe(false);
  });

  test.each([
    ['half written', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 40))],
    ['empty', (path: string) => writeFile(path, '')],
    ['null', (path: string) => writeFile(path, 'null')],
    ['changed by one letter', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('a.png', 'b.png'))],
  ])('a list that is %s stops every rebuild rather than publish what was purged', async (_name, damage) => {
    await rig().store.purge('a.png');
    const path = join(rig().cacheDir, 'data', 'purged.json');
    await damage(path);
    await expect(rig().store.generation()).rejects.toThrow(`${path}, is damaged`);
    await expect(rig().open().generation()).rejects.toThrow(/^The list of withdrawn references[^\n]*$/);
  });

  test('outlasts its list: one that was lost, put back from before it, or looked for in another folder, has it again, and one line says so; what is allowed stays so', async () => {
    const list = join(rig().cacheDir, 'data', 'purged.json');
    await rig().store.purge('a.png');
    const before = await readFile(list);
    await rig().store.purge('b.png');
    const losses = [() => rm(list), () => writeFile(list, before), () => writeFile(list, toChecksummed([]))];
    const told: string[] = [];
    const tell = (message: string) => void told.push(message);
    for (const lose of losses) {
      await lose();
      const next = rig().open({ tell });
      expect(next.isWithdrawn('b.png')).toBe(true);
      await next.generation();
      await next.generation();
      expect(openWithdrawals(join(list, '..'), rig().cacheDir).read().list).toHaveLength(2);
    }
    await rig()
      .open({ tell, dataDir: join(rig().cacheDir, 'elsewhere') })
      .generation();
    expect(told).toHaveLength(losses.length + 1);
    for (const line of told)
      expect(line).toMatch(/^The list of withdrawn references, \S+purged\.json, is an earlier one: [^\n]*b\.png is put back/);
    expect(await rig().store.allow('b.png')).toBe(true);
    const last = rig().open({ tell });
    await last.generation();
    expect([last.isWithdrawn('a.png'), last.isWithdrawn('b.png'), told.length]).toEqual([true, false, losses.length + 1]);
  });

  test('that was ended while machines shared the list stays ended without them', async () => {
    await rig().store.purge('a.png');
    expect(await rig().open({ isShared: true }).allow('a.png')).toBe(true);
    const told: string[] = [];
    const alone = rig().open({ tell: (message) => told.push(message) });
    await alone.generation();
    expect([alone.isWithdrawn('a.png'), told]).toEqual([false, []]);
  });

  test('outlasts the cache, under every reference to the same bytes', async () => {
    rig().stored.set('a.png', red).set('same.png', red);
    await rig().obtained('a.png');
    await rig().store.purge('a.png');
    const next = rig().open({ cacheDir: join(rig().cacheDir, 'anew') });
    await next.generation();
    expect(await rig().obtained('same.png', next)).toEqual(MISSING);
    expect([next.isWithdrawn('a.png'), next.isWithdrawn('same.png'), next.isWithdrawn('other.png')]).toEqual([true, true, false]);
  });

  test('given twice forgets nothing of the first: neither its bytes nor when and where they were published', async () => {
    rig().stored.set('a.png', red).set('same.png', red);
    await rig().obtained('a.png');
    await rig().store.purge('a.png');
    const [first] = rig().store.withdrawn();
    await rig().store.purge('a.png');
    expect(rig().store.withdrawn()).toEqual([first]);
    expect(first?.published).not.toBeNull();
    expect(await rig().obtained('same.png')).toEqual(MISSING);
  });

  test('is written where only its owner reads, also when the folder was open to all', async () => {
    const data = join(rig().cacheDir, 'data');
    await mkdir(join(data, 'older'), { recursive: true, mode: 0o755 });
    await writeFile(join(data, 'older', 'file'), '', { mode: 0o644 });
    await rig().store.purge('a.png');
    const modes = ['', 'older', 'older/file', 'purged.json'].map((name) => statSync(join(data, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });
});
