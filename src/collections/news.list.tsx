import { memo } from 'react';
import { NewsCard } from '../cards/NewsCard.tsx';
import type { NewsItem } from '../service/schemas/news.ts';
import type { ListRules } from './rules.ts';

export const rules = {
  kind: 'news',
  shown: 'all',
  months: true,
  search: 'filter',
  words: ['news item', 'news items'],
  group: (item) => item.date?.day.slice(0, 4) ?? 'Without a date',
  drawn: (item) => (item.image?.kind === 'image' ? null : item.title),
  text: (item) => item.title,
  card: memo(NewsCard),
} as const satisfies ListRules<NewsItem>;
