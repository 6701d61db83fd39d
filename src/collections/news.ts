import type { NewsItem } from '../service/schemas/news.ts';
import type { Collection } from './descriptor.ts';
import type { rules } from './news.list.tsx';

export const news = {
  call: { path: '/api/news/all/{code}', auth: false },
  schema: () => import('../service/schemas/news.ts'),
  lists: {
    news: {
      kind: 'news',
      shown: 'all',
      cut: 'month',
      base: '/News',
      title: 'News',
      description: 'News of the school, newest first, by year and month.',
      all: 'All news',
      about: 'News of the school',
      itemPages: true,
    },
  },
} satisfies Collection<NewsItem, typeof rules>;
