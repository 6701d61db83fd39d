import { memo } from 'react';
import { AttachmentLinks } from '../cards/AttachmentLink.tsx';
import { CardDate } from '../cards/CardDate.tsx';
import { BRIEF_SIZES, Picture } from '../cards/Picture.tsx';
import { Excerpt, Unbroken } from '../cards/Text.tsx';
import { itemPath } from '../lib/paths.ts';
import { langOf } from '../lib/text.ts';
import type { NewsItem } from '../service/schemas/news.ts';
import type { CardProps, ListRules } from './rules.ts';

/** Of the first in a list, large, and the two beside it. */
const CLASSES = ['card brief first', 'card brief second', 'card brief second'];
const BESIDE = `(min-width:60em) 25rem, ${BRIEF_SIZES}`;
const SIZES = ['(min-width:60em) 53rem, 92vw', BESIDE, BESIDE];

export function NewsCard({ item, level = 2, eager, place, drawing, slide }: CardProps<NewsItem>) {
  const Heading = `h${level}` as const;
  return (
    <article className={slide ? 'card' : (CLASSES[place ?? -1] ?? 'card brief')}>
      <Picture
        media={item.images[0] ?? null}
        alt=""
        sizes={slide ? undefined : (SIZES[place ?? -1] ?? BRIEF_SIZES)}
        max={640}
        eager={eager}
        fallback={drawing}
        about={item.title}
      />
      <CardDate date={item.date} form="short" />
      <Heading>
        <a href={itemPath('/News', item.id)} lang={langOf(item.title)}>
          <Unbroken text={item.title || 'News'} />
        </a>
      </Heading>
      {!slide && item.description && <Excerpt text={item.description} beside={item.title} />}
      {!slide && <AttachmentLinks media={item.attachments} />}
    </article>
  );
}

export const rules = {
  kind: 'news',
  shown: 'all',
  months: true,
  search: 'filter',
  words: ['news item', 'news items'],
  group: (item) => item.date?.day.slice(0, 4) ?? 'Without a date',
  drawn: (item) => (item.images[0]?.kind === 'image' ? null : item.title),
  text: (item) => item.title,
  card: memo(NewsCard),
} as const satisfies ListRules<NewsItem>;
