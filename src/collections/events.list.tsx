import { memo } from 'react';
import { AttachmentLinks } from '../cards/AttachmentLink.tsx';
import { DayBlock } from '../cards/CardDate.tsx';
import { BRIEF_SIZES, Picture } from '../cards/Picture.tsx';
import { Excerpt, Unbroken } from '../cards/Text.tsx';
import { itemPath } from '../lib/paths.ts';
import { langOf } from '../lib/text.ts';
import type { SchoolEvent } from '../service/schemas/event.ts';
import type { CardProps, ListRules } from './rules.ts';

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
      {!slide && item.description && <Excerpt text={item.description} beside={item.title + item.time + item.venue} />}
      {!slide && <AttachmentLinks media={item.attachments} />}
    </article>
  );
}

/** The year; what is to come stands apart from what is over. */
function headingOf({ date }: SchoolEvent, today?: string): string {
  if (!date) return 'Without a date';
  const year = date.day.slice(0, 4);
  if (today === undefined || year < today.slice(0, 4)) return year;
  return date.day < today ? `Earlier in ${year}` : `Coming in ${year}`;
}

export const rules = {
  kind: 'events',
  shown: 'all',
  months: true,
  search: 'filter',
  words: ['event', 'events'],
  group: headingOf,
  datesFromToday: true,
  drawn: (item) => (item.images[0]?.kind === 'image' ? null : item.title),
  text: (item) => item.title,
  card: memo(EventCard),
} as const satisfies ListRules<SchoolEvent>;
