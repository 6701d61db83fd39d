/** What published items show, asked outside of queries: their pictures, files and titles. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { groupOf, pictureUrl, pictureWidths } from '../lib/paths.ts';
import type { Media } from '../types/media.ts';

const isMedia = (value: object): value is Media => ['image', 'file', 'missing'].includes((value as Partial<Media>).kind ?? '');

function addressOf(media: Media): string[] {
  if (media.kind === 'missing') return [];
  return [media.kind === 'image' ? pictureUrl(media.id, pictureWidths(media.w).at(-1) ?? 0) : media.href];
}

/** The addresses of every picture and file in an entity; a picture by its widest variant, as its variants are published together. */
export function mediaAddresses(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return isMedia(value) ? addressOf(value) : Object.values(value).flatMap(mediaAddresses);
}

/** The groups of every picture and file that some published item shows: `/media/{id}/`, `/files/{id}/`. */
export function mediaGroups(database: SiteDatabase): Set<string> {
  const groups = new Set<string>();
  for (const { entity } of database.iterate<{ readonly entity: string }>('SELECT entity FROM item WHERE shown = 1'))
    for (const group of mediaAddresses(JSON.parse(entity)).map(groupOf)) if (group !== null) groups.add(group);
  return groups;
}

/** The title or name of a published item; null: there is none, or it has none. `collection`: of any spelling. */
export function titleOf(database: SiteDatabase, collection: string, id: string): string | null {
  const title = "coalesce(entity ->> 'title', entity ->> 'name')";
  return database.value(`SELECT ${title} FROM item WHERE collection = ? AND id = ? AND shown = 1`, collection, id) || null;
}
