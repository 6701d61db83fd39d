import { memo } from 'react';
import { VideoCard } from '../cards/VideoCard.tsx';
import type { Video } from '../service/schemas/video.ts';
import type { ListRules } from './rules.ts';

export const rules = {
  kind: 'video',
  shown: 'all',
  months: false,
  search: 'none',
  words: ['video', 'videos'],
  drawn: (item) => item.title,
  text: (item) => item.title,
  card: memo(VideoCard),
} as const satisfies ListRules<Video>;
