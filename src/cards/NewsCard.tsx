import { itemPath } from '../lib/paths.ts';
import { langOf } from '../lib/text.ts';
import type { NewsItem } from '../service/schemas/news.ts';
import { AttachmentLinks } from './AttachmentLink.tsx';
import { CardDate } from './CardDate.tsx';
import { Excerpt } from './Excerpt.tsx';
import { Picture } from './Picture.tsx';
import { BRIEF_SIZES, type CardProps } from './types.ts';
import { Unbroken } from './Unbroken.tsx';

/** Of the first in a list, large, and the two beside it. */
const CLASSES = ['card brief first', 'card brief second', 'card brief second'];
const BESIDE = `(min-width:60em) 25rem, ${BRIEF_SIZES}`;
const SIZES = ['(min-width:60em) 53rem, 92vw', BESIDE, BESIDE];

/** A news item: image, day and month, title, description, attachments. */
export function NewsCard({ item, level = 2, eager, place, drawing, slide }: CardProps<NewsItem>) {
  const Heading = `h${level}` as const;
  return (
    <article className={slide ? 'card' : (CLASSES[place ?? -1] ?? 'card brief')}>
      <Picture
        media={item.image}
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
      {item.description && <Excerpt text={item.description} />}
      <AttachmentLinks media={item.attachments} />
    </article>
  );
}
