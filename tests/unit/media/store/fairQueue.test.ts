import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { FOREVER, mediaRig, red } from '../../../support/mediaRig.ts';

const rig = mediaRig();
const LOST = Array.from({ length: 100 }, (_, index) => `lost-${index}.jpg`);
const AT_ONCE = { budget: 0 };

describe('an item of which hundreds of pictures cannot be had, each after a long time,', () => {
  /** Answers to the item's pictures that the service still owes. */
  let owed: ServerResponse[];
  const answerOwed = () => {
    for (const response of owed.splice(0)) response.writeHead(404).end();
  };

  /** Ends a test's store, whose last questions may come after those that are owed. */
  const closeAnswered = () => {
    for (const reference of LOST) rig().stored.delete(reference);
    void rig().store.close();
    answerOwed();
  };

  beforeEach(() => {
    owed = [];
    for (const reference of LOST) rig().stored.set(reference, (_arrived, response) => void owed.push(response));
    rig().stored.set('good.png', red);
  });

  test('takes turns with another item that comes with it', async () => {
    const { pending } = await rig().store.obtain([LOST, ['good.png']], AT_ONCE);
    await expect.poll(() => rig().store.peek('good.png')).toMatchObject({ kind: 'image' });
    closeAnswered();
    await pending;
  });

  test('is asked for after the item that comes while it is tried', async () => {
    await rig().store.obtain([LOST], AT_ONCE);
    await expect.poll(() => owed.length).toBe(6);
    const { pending } = await rig().store.obtain([LOST, ['good.png']], AT_ONCE);
    answerOwed();
    await expect.poll(() => rig().store.peek('good.png')).toMatchObject({ kind: 'image' });
    expect(rig().asked().length).toBeLessThan(15);
    closeAnswered();
    await pending;
  });

  test('is no longer asked for once it is gone', async () => {
    const { pending } = await rig().store.obtain([LOST], AT_ONCE);
    await expect.poll(() => owed.length).toBe(6);
    await rig().store.obtain([['good.png']], AT_ONCE);
    answerOwed();
    expect(await pending).toBe(false);
    await rig().store.obtain([['good.png']], FOREVER);
    expect(rig().asked().toSorted()).toEqual(['good.png', ...LOST.slice(0, 6)]);
  });

  test('costs a command as much as eight pictures that never come, and the others are named', async () => {
    const timeout = 500;
    for (const reference of LOST)
      rig().stored.set(reference, (_arrived, response) => void setTimeout(() => response.writeHead(404).end(), timeout / 2));
    const store = rig().open({ timeout });
    await store.obtain([LOST], FOREVER);
    expect(rig().asked().length).toBeLessThan(30);
    // On a busy machine the answer may come too late.
    expect(store.failure('lost-0.jpg')?.why).toMatch(/answered HTTP 404|did not answer/);
    expect(store.failure('lost-99.jpg')?.why).toMatch(/^it was not asked for, because/);
    await store.close();
  });
});

test('a refresh goes on when another rebuild asks for a picture meanwhile', async () => {
  const release = Promise.withResolvers<void>();
  const album = Array.from({ length: 20 }, (_, index) => `${index}.png`);
  for (const reference of album)
    rig().stored.set(reference, (_arrived, response) => void release.promise.then(() => response.writeHead(200).end(red)));
  rig().stored.set('new.png', red);
  const { pending } = await rig().store.obtain([album], { budget: 0, refresh: true });
  await rig().store.obtain([['new.png']], AT_ONCE);
  release.resolve();
  await pending;
  expect(rig().asked().toSorted()).toEqual([...album, 'new.png'].toSorted());
});

test('a picture that is led on and on has the time of one', async () => {
  rig().service.answer = ({ url }, response) => {
    const step = Number(/\d/.exec(url)?.[0]);
    const end = () => (step < 4 ? response.writeHead(302, { location: `/api/image/${step + 1}` }).end() : response.end(red));
    setTimeout(end, 200);
  };
  const store = rig().open({ timeout: 600 });
  await store.obtain([['0']], FOREVER);
  expect(store.failure('0')?.why).toMatch(/did not answer/);
  await store.close();
});
