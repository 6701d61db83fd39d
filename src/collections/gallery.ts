import type { Album } from '../service/schemas/album.ts';
import type { Collection } from './descriptor.ts';
import type { AlbumItem, rules } from './gallery.list.tsx';

function albumItem({ id, title, date, photos }: Album): AlbumItem {
  return { id, title, date, cover: photos[0] ?? null, count: photos.length };
}

export const gallery = {
  call: { path: '/api/gallery/All/{code}', auth: false, also: ['/api/gallery/{code}'] },
  schema: () => import('../service/schemas/album.ts'),
  lists: {
    gallery: {
      kind: 'gallery',
      shown: 'year',
      cut: 'month',
      base: '/Gallery',
      title: 'Gallery',
      description: 'Photo albums of school life, by year and month.',
      all: 'All albums',
      about: 'Photo albums of the school',
      item: albumItem,
    },
  },
} satisfies Collection<Album, typeof rules>;
