import { expect, test } from 'vitest';
import { mediaGroups } from '../../../src/snapshot/published.ts';
import { fill, openDatabase } from '../../support/content.ts';

test('the groups of all pictures and files that items show are found, missing media have none', () => {
  const image = { kind: 'image', id: '0123456789ab', w: 10, h: 10 } as const;
  const file = { kind: 'file', href: '/files/ba9876543210/a-circular.pdf', name: 'a circular', size: 3 } as const;
  const database = openDatabase();
  fill(database, {
    gallery: [{ id: 'a', title: '', description: '', date: null, photos: [image, { kind: 'missing' }] }],
    highlight: [{ id: 'h', title: '', closure: false, attachment: file }],
  });
  expect([...mediaGroups(database)].sort()).toEqual(['/files/ba9876543210/', '/media/0123456789ab/']);
});
