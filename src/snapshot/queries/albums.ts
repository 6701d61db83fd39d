import type { AlbumView } from '../../types/views.ts';
import type { Source } from '../source.ts';
import { PHOTOS_PER_PAGE } from '../standing.ts';
import { neighbours } from './items.ts';

/** A page of an album with the album's neighbours, by the path segment of its address. */
export function album(source: Source, path: string, page: number): AlbumView | null {
  const entity = source.item('gallery', path);
  if (!entity) return null;
  const { photos, ...rest } = entity;
  const pages = Math.max(1, Math.ceil(photos.length / PHOTOS_PER_PAGE));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  const from = (page - 1) * PHOTOS_PER_PAGE;
  return {
    ...rest,
    count: photos.length,
    cover: photos[0] ?? null,
    photos: photos.slice(from, from + PHOTOS_PER_PAGE),
    page,
    pages,
    ...neighbours(source, 'gallery', path, entity),
  };
}
