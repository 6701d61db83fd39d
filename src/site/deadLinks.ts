/** Links of items to pages of this site that do not exist. Written whole they are linked like any other address. */
import { PAGES } from '../collections/addresses.ts';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../collections/index.ts';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { addressPath } from '../engine/addresses.ts';
import type { LiveRelease } from '../engine/servedReleases.ts';
import { correctedPath, DYNAMIC } from '../lib/routes.ts';
import type { Warning } from '../snapshot/sync/types.ts';

/** Collections with addresses of pages in their items; each has few items. */
const LINKING: readonly CollectionName[] = [
  ...COLLECTION_NAMES.filter((name) => COLLECTIONS[name].richText),
  'onlineRegistration',
];

/** The addresses that an entity links: whole fields, and links of rich text. */
function linksOf(entity: string): string[] {
  const links: string[] = [];
  JSON.parse(entity, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    links.push(/^https?:/.test(value) ? value : '', ...Array.from(value.matchAll(/ href="([^"]*)"/g), ([, href = '']) => href));
    return value;
  });
  return links.map((link) => link.replaceAll('&amp;', '&'));
}

/** A warning for each link on the site's own host that neither a file of the live release nor a program answers. One that is held shows older items. */
export function deadLinks(database: SiteDatabase, siteUrl: string, live: Pick<LiveRelease, 'held' | 'lookup'> | null): Warning[] {
  if (live === null || live.held) return [];
  const { host } = new URL(siteUrl);
  const isAnswered = (path: string) =>
    DYNAMIC.some((known) => path === known || (known.endsWith('/') && path.startsWith(known))) ||
    live.lookup(correctedPath(path, PAGES) ?? path) !== undefined;
  const sql = 'SELECT id, entity FROM item WHERE collection = ? AND shown = 1 AND instr(entity, ?) ORDER BY place';
  return LINKING.flatMap((collection) =>
    database.all<{ readonly id: string; readonly entity: string }>(sql, collection, `//${host}`).flatMap(({ id, entity }) =>
      linksOf(entity).flatMap((link) => {
        const url = URL.parse(link);
        if (url?.host !== host || isAnswered(addressPath(url.pathname))) return [];
        return [{ collection, item: id, why: `the link ${JSON.stringify(link)} leads nowhere: this site has no such page` }];
      }),
    ),
  );
}
