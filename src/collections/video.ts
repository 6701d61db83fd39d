import type { Video } from '../service/schemas/video.ts';
import type { Collection } from './descriptor.ts';
import type { rules } from './video.list.tsx';

export const video = {
  call: { path: '/api/video/All/{code}', auth: false },
  schema: () => import('../service/schemas/video.ts'),
  lists: {
    video: {
      kind: 'video',
      shown: 'all',
      cut: 'month',
      base: '/VideoGallery',
      title: 'Video Gallery',
      description: 'Videos of school life, newest first, by year.',
      all: 'All videos',
      about: 'Videos of the school',
    },
  },
} satisfies Collection<Video, typeof rules>;
