import { itemPath } from '../lib/paths.ts';
import { langOf } from '../lib/text.ts';
import type { SchoolEvent } from '../service/schemas/event.ts';
import { AttachmentLinks } from './AttachmentLink.tsx';
import { DayBlock } from './CardDate.tsx';
import { Excerpt } from './Excerpt.tsx';
import { Picture } from './Picture.tsx';
import { BRIEF_SIZES, type CardProps } from './types.ts';
import { Unbroken } from './Unbroken.tsx';

/** An event: its day as a block, first image (none on a slide), title, time, venue, description, attachments. */
export function EventCard({ item, level = 2, eager, drawing, slide }: CardProps<SchoolEvent>) {
  const Heading = `h${level}` as const;
  return (
    <article className={slide ? 'card dated' : 'card brief dated'}>
      {!slide && (
        <Picture
          media={item.images[0] ?? null}
          alt=""
          sizes={BRIEF_SIZES}
          max={640}
          eager={eager}
          fallback={drawing}
          about={item.title}
        />
      )}
      <Heading>
        <a href={itemPath('/Events', item.id)} lang={langOf(item.title)}>
          <Unbroken text={item.title || 'Event'} />
        </a>
      </Heading>
      <DayBlock date={item.date} form="full" />
      {(item.time || item.venue) && (
        <p className="facts">
          {item.time && <span lang={langOf(item.time)}>{item.time}</span>}
          {item.venue && <span lang={langOf(item.venue)}>{item.venue}</span>}
        </p>
      )}
      {item.description && <Excerpt text={item.description} />}
      <AttachmentLinks media={item.attachments} />
    </article>
  );
}
