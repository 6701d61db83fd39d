import { itemPath } from '../lib/paths.ts';
import { shorten } from '../lib/text.ts';
import type { NewsItem } from '../service/schemas/news.ts';
import { AttachmentLinks } from './AttachmentLink.tsx';
import { CardDate } from './CardDate.tsx';
import { Picture } from './Picture.tsx';
import { CARD_SIZES, CARD_TEXT, type CardProps } from './types.ts';

/** A news item: image, day and month, title, description, attachments. */
export function NewsCard({ item, level = 2, eager, slide }: CardProps<NewsItem>) {
  const Heading = `h${level}` as const;
  return (
    <article className="card">
      <Picture media={item.image} alt="" sizes={slide ? undefined : CARD_SIZES} max={640} eager={eager} />
      <CardDate date={item.date} form="leaf" />
      <Heading>
        <a href={itemPath('/News', item.id)}>{item.title || 'News'}</a>
      </Heading>
      {item.description && <p className="text">{shorten(item.description, CARD_TEXT)}</p>}
      <AttachmentLinks media={item.attachments} />
    </article>
  );
}
