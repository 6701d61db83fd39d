import { memo } from 'react';
import { CardDate } from '../cards/CardDate.tsx';
import { Picture } from '../cards/Picture.tsx';
import { langOf, withWholeLength } from '../lib/text.ts';
import type { Video } from '../service/schemas/video.ts';
import type { CardProps, ListRules } from './rules.ts';

export function VideoCard({ item, level = 2, drawing }: CardProps<Video>) {
  const Heading = `h${level}` as const;
  const title = withWholeLength(item.title || 'Video');
  return (
    <article className="card video">
      <Picture media={null} alt="" fallback={drawing} about={item.title} />
      <Heading lang={langOf(item.title)}>
        {item.url === null ? (
          title
        ) : (
          <a href={item.url} target="_blank" rel="noopener">
            {title}
          </a>
        )}
      </Heading>
      <CardDate date={item.date} form="full" />
    </article>
  );
}

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
