import { memo } from 'react';
import { AlbumCard } from '../cards/AlbumCard.tsx';
import type { AlbumItem } from './gallery.ts';
import type { ListRules } from './rules.ts';

export const rules = {
  kind: 'gallery',
  shown: 'year',
  months: true,
  search: 'filter',
  words: ['album', 'albums'],
  counted: 'Total Categories',
  text: (item) => item.title,
  card: memo(AlbumCard),
} as const satisfies ListRules<AlbumItem>;
