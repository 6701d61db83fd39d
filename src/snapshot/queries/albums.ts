import { digestOfJson } from '../../lib/digest.ts';
import { memoize } from '../../lib/memoize.ts';
import { identityToPath } from '../../lib/paths.ts';
import type { Album } from '../../service/schemas/album.ts';
import type { AlbumView } from '../../types/views.ts';
import { Digested, type Source } from '../query.ts';
import type { CollectionState } from '../types.ts';
import { listIndex } from './listIndex.ts';
import { neighboursAt, placesByPath } from './neighbours.ts';

/** Photos on one page of an album. */
const PHOTOS_PER_PAGE = 48;

const byPath = memoize((state: CollectionState<Album>) => new Map(state.rows.map((row) => [identityToPath(row.id), row])));

/** The pages of an album with so many photos. */
export const pagesOf = (photos: number) => Math.max(1, Math.ceil(photos / PHOTOS_PER_PAGE));

/** A page of an album with the album's neighbours, by the path segment of its address. */
export function album(source: Source, path: string, page: number): Digested<AlbumView> | null {
  const row = byPath(source.collection('gallery')).get(path);
  if (!row) return null;
  const { photos, ...rest } = row.entity;
  const pages = pagesOf(photos.length);
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  const index = listIndex(source, 'gallery');
  const { newer, older } = neighboursAt(index, placesByPath(index).get(path) ?? -1);
  const from = (page - 1) * PHOTOS_PER_PAGE;
  const view: AlbumView = {
    ...rest,
    count: photos.length,
    cover: photos[0] ?? null,
    photos: photos.slice(from, from + PHOTOS_PER_PAGE),
    page,
    pages,
    newer,
    older,
  };
  return new Digested(view, digestOfJson([row.digest, page, newer, older]));
}

/** Addresses of every page of every album. */
export function albumPaths(source: Source): string[] {
  const paths: string[] = [];
  for (const [path, row] of byPath(source.collection('gallery'))) {
    for (let page = 1; page <= pagesOf(row.entity.photos.length); page += 1)
      paths.push(`/SubGallery/${path}${page > 1 ? `/${page}` : ''}`);
  }
  return paths;
}
