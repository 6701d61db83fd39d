import type { Album } from '../service/schemas/album.ts';

/** An album as its card shows it. */
export function albumItem({ id, title, date, photos }: Album) {
  return { id, title, date, cover: photos[0] ?? null, count: photos.length };
}

export type AlbumItem = Readonly<ReturnType<typeof albumItem>>;
