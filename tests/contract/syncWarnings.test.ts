import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSyncRig, type SyncRig } from '../support/syncRig.ts';

let rig: SyncRig;
beforeEach(async () => {
  rig = await openSyncRig();
});
afterEach(() => rig.close());

test('what is published otherwise than meant is named, until it is put right, also after a restart', async () => {
  rig.answers.news = JSON.stringify([
    { _id: 'good', title: 'Good', fromDate: '2026-11-21', image: 'here.jpg' },
    { _id: 'day', title: 'Day', fromDate: '21/11/2026' },
    { _id: 'undated', title: 'Undated', fromDate: '' },
    { _id: 'silent', description: 'No headline' },
    { _id: 'good', title: 'Once more' },
    { _id: 'picture', title: 'Picture', image: 'gone.jpg', attachments: [{ file: 'late.pdf' }] },
  ]);
  rig.answers.topper = JSON.stringify([{ _id: 't', class: 10, sessionYear: '2023-24', division: 98 }]);
  rig.pictures.set('here.jpg', { kind: 'image', id: 'abcdefabcdef', w: 4, h: 3 });
  rig.failures.set('gone.jpg', 'http://service/gone.jpg answered HTTP 404.');
  const warnings = [
    { collection: 'news', item: 'day', why: 'its date "21/11/2026" cannot be read' },
    { collection: 'news', item: 'silent', why: 'it has no title' },
    { collection: 'news', item: 'good', why: 'an earlier item has the same identity, this one, "Once more", is left out' },
    { collection: 'news', item: 'picture', reference: 'gone.jpg', why: 'http://service/gone.jpg answered HTTP 404.' },
    { collection: 'news', item: 'picture', reference: 'late.pdf', why: 'it has not come yet' },
    { collection: 'topper', item: 't', why: 'it has no name' },
  ];
  const first = await rig.sync(rig.open());
  expect(first.warnings).toEqual(warnings);
  const store = rig.open();
  expect((await rig.sync(store, { collections: [] })).warnings).toEqual(warnings);
  expect((await rig.sync(store)).warnings).toEqual(warnings);

  rig.pictures.set('gone.jpg', { kind: 'image', id: 'fedcbafedcba', w: 4, h: 3 });
  expect((await rig.sync(store)).warnings).toEqual(warnings.filter(({ reference }) => reference !== 'gone.jpg'));
  rig.answers.news = JSON.stringify([{ _id: 'day', title: 'Day', fromDate: '2026-11-21' }]);
  expect((await rig.sync(store)).warnings).toEqual(warnings.slice(-1));
});

test('an item whose picture is withdrawn is named while it still asks for it', async () => {
  rig.answers.news = JSON.stringify([{ _id: 'a', title: 'A', image: 'photo.jpg' }]);
  rig.pictures.set('photo.jpg', { kind: 'image', id: 'abcdefabcdef', w: 4, h: 3 });
  const store = rig.open();
  expect((await rig.sync(store)).warnings).toEqual([]);
  rig.pictures.set('photo.jpg', { kind: 'missing' });
  rig.state.mediaGeneration = 'withdrawn';
  const warnings = [{ collection: 'news', item: 'a', reference: 'photo.jpg', why: 'it is withdrawn' }];
  expect((await rig.sync(store)).warnings).toEqual(warnings);
  expect((await rig.sync(store, { collections: [] })).warnings).toEqual(warnings);
  rig.answers.news = JSON.stringify([{ _id: 'a', title: 'A' }]);
  expect((await rig.sync(store)).warnings).toEqual([]);
});

test('of an item that names hundreds of pictures that cannot be had, and of hundreds of such items, the first are told', async () => {
  const image = (item: number) => Array.from({ length: 50 }, (_, at) => `lost-${item}-${at}.jpg`);
  rig.answers.events = JSON.stringify(Array.from({ length: 50 }, (_, at) => ({ _id: `e${at}`, title: 'T', images: image(at) })));
  rig.answers.news = JSON.stringify(Array.from({ length: 500 }, (_, at) => at));
  const { warnings, leftOut } = await rig.sync(rig.open());
  const lost = (item: string, at: number, reference: string) =>
    expect(warnings[at]).toEqual({ collection: 'events', item, reference, why: 'it has not come yet' });
  lost('e0', 0, 'lost-0-0.jpg');
  lost('e0', 19, 'lost-0-19.jpg');
  expect(warnings[20]).toEqual({ collection: 'events', item: 'e0', why: 'and 30 more pictures or files that cannot be had' });
  lost('e1', 21, 'lost-1-0.jpg');
  expect(warnings.at(-1)).toEqual({ collection: 'events', item: 'other items', why: 'and 850 more' });
  expect(warnings).toHaveLength(201);
  expect(leftOut[199]).toEqual({ collection: 'news', item: '#200', why: 'it is not an object' });
  expect(leftOut[200]).toEqual({ collection: 'news', item: 'other items', why: 'and 300 more' });
  expect(leftOut).toHaveLength(201);
});

test('of a message with hundreds of links that lead nowhere the first are told', async () => {
  const message = '<a href="nowhere">x</a>'.repeat(300);
  rig.answers.principalMessage = JSON.stringify([{ _id: 'p', name: 'P', category: 'Principal', message }]);
  const { warnings } = await rig.sync(rig.open());
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toEqual({ collection: 'principalMessage', item: 'p', why: 'and 280 more' });
});
