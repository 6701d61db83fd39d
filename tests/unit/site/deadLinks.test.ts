import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CollectionName } from '../../../src/collections/index.ts';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { deadLinks } from '../../../src/site/deadLinks.ts';
import { SNAPSHOT_SCHEMA } from '../../../src/snapshot/source.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: SiteDatabase;
beforeEach(() => {
  folder = temporaryFolder();
  database = new SiteDatabase({ file: join(folder.path, 'site.db'), schema: [SNAPSHOT_SCHEMA] });
});
afterEach(() => {
  database.close();
  folder.remove();
});

/** What is warned of an item of a collection, where the site has the page /News and nothing else. */
function warnedOf(collection: CollectionName, entity: object, held = false) {
  database.connection
    .prepare('INSERT INTO item(collection, place, id, shown, entity, raw) VALUES (?, 0, ?, 1, ?, ?)')
    .run(collection, 'one', JSON.stringify(entity), '');
  const file = { path: 'News.html', digest: digestOf(''), size: 0, file: '' };
  const lookup = (path: string) => (path === '/News' ? file : undefined);
  return deadLinks(database, 'https://www.school.example', { held, lookup });
}

const message = (...hrefs: string[]) => ({
  message: hrefs.map((href) => `<p><a href="${href}" rel="noopener">x</a></p>`).join(''),
});

test('a link of a message to a page that the site does not have is warned of, also where it is written whole', () => {
  const link = 'http://www.school.example/Alumnni?a=1&amp;b=2#top';
  expect(warnedOf('principalMessage', message('https://www.school.example/News', link))).toEqual([
    {
      collection: 'principalMessage',
      item: 'one',
      why: 'the link "http://www.school.example/Alumnni?a=1&b=2#top" leads nowhere: this site has no such page',
    },
  ]);
});

test('the address of a registration is warned of as well', () => {
  expect(warnedOf('onlineRegistration', { title: 'Apply', url: 'https://www.school.example/Apply' })).toMatchObject([
    { collection: 'onlineRegistration', why: expect.stringContaining('/Apply') },
  ]);
});

test.each([
  'https://www.school.example/News',
  'https://www.school.example/news/',
  'https://www.school.example/%4eews?month=Mar#top',
  'https://www.school.example/api/image/form.pdf',
  'https://elsewhere.example/Alumni?from=//www.school.example',
  'https://www.school.example:8443/Alumni',
  'mailto:office@www.school.example',
])('%s is not', (href) => {
  expect(warnedOf('principalMessage', message(href))).toEqual([]);
});

test('nothing is said of items that a rollback keeps from being shown', () => {
  expect(warnedOf('principalMessage', message('https://www.school.example/Alumnni'), true)).toEqual([]);
});
