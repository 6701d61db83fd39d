import { describe, expect, test } from 'vitest';
import { FOREVER, mediaRig, red } from '../../../support/mediaRig.ts';

const rig = mediaRig();

describe('the budget', () => {
  test('lets the words go on while a picture is on its way', async () => {
    const release = Promise.withResolvers<void>();
    rig().stored.set('slow.jpg', (_arrived, response) => void release.promise.then(() => response.writeHead(200).end(red)));
    const { pending } = await rig()
      .open()
      .obtain([['fast.jpg']], { budget: 0 });
    await pending;
    const { pending: late } = await rig().store.obtain([['slow.jpg']], { budget: 0 });
    expect(rig().store.peek('slow.jpg')).toBeUndefined();
    release.resolve();
    expect(await late).toBe(true);
    expect(rig().store.peek('slow.jpg')).toMatchObject({ kind: 'image' });
  });

  test('has nothing pending once everything was answered', async () => {
    rig().stored.set('a.jpg', red);
    expect(await rig().store.obtain([['a.jpg', 'unknown.jpg']], FOREVER)).toEqual({ pending: null });
    expect(await rig().store.obtain([], { budget: 0 })).toEqual({ pending: null });
  });

  test('is not spent again on a picture that was silent before', async () => {
    rig().stored.set('silent.jpg', () => undefined);
    const store = rig().open({ timeout: 400 });
    await store.obtain([['silent.jpg']], FOREVER);
    const { pending } = await store.obtain([['silent.jpg']], { budget: 60_000 });
    expect(await pending).toBe(false);
    await store.close();
  });

  test('is not spent on hundreds when the service is not there at all', async () => {
    rig().service.answer = (_arrived, response) => response.destroy();
    const references = Array.from({ length: 300 }, (_, index) => `${index}.jpg`);
    await rig().store.obtain([references], FOREVER);
    expect(rig().service.arrived.length).toBeLessThan(40);
  });
});

describe('a picture that comes', () => {
  test('while another process writes is recorded when that one has ended', async () => {
    rig().stored.set('a.png', red);
    const lock = await rig().openDatabase().lock('a test');
    if (!lock.ok) throw new Error(lock.message);
    const { pending } = await rig().store.obtain([['a.png']], { budget: 0 });
    await expect.poll(() => rig().asked()).toEqual(['a.png']);
    expect(rig().store.peek('a.png')).toBeUndefined();
    lock.value.release();
    expect(await pending).toBe(true);
    expect(rig().open().peek('a.png')).toMatchObject({ kind: 'image' });
  });

  test('during a rebuild is part of it, and is asked for again when that is undone', async () => {
    rig().stored.set('a.png', red);
    const database = rig().openDatabase();
    const store = rig().open({ database });
    const lock = await database.lock('a test');
    if (!lock.ok) throw new Error(lock.message);
    expect(await rig().obtained('a.png', store)).toMatchObject({ kind: 'image' });
    expect(rig().store.peek('a.png')).toBeUndefined();
    await lock.value.undo();
    expect(store.peek('a.png')).toBeUndefined();
    expect(await rig().obtained('a.png', store)).toMatchObject({ kind: 'image' });
    lock.value.release();
    expect(rig().store.peek('a.png')).toMatchObject({ kind: 'image' });
  });
});
