import { memo } from 'react';
import { CardDate } from '../cards/CardDate.tsx';
import { Picture } from '../cards/Picture.tsx';
import { albumLink, albumPath } from '../lib/paths.ts';
import { langOf } from '../lib/text.ts';
import type { Album } from '../service/schemas/album.ts';
import type { CardProps, ListRules } from './rules.ts';

/** An album without its photos. */
export interface AlbumItem extends Pick<Album, 'id' | 'title' | 'date'> {
  readonly cover: Album['photos'][number] | null;
  /** Of its photos. */
  readonly count: number;
}

/** How wide a cover is shown in lists: two stand side by side on phones, and 320 px serve 360 at density 2. */
const SIZES = '(min-width:60em) 19rem, 44vw';
const FIRST_SIZES = '(min-width:60em) 40rem, 92vw';
const LARGE_SIZES = `(min-width:80em) 40rem, ${SIZES}`;

/** Its link is answered by script; without, in lists, another leads to the plain address. */
export function AlbumCard({ item, level = 2, eager, place, large, slide }: CardProps<AlbumItem>) {
  const Heading = `h${level}` as const;
  const first = place === 0;
  const title = item.title || 'Untitled album';
  return (
    <article className={first ? 'card album first' : large ? 'card album large' : 'card album'}>
      <Picture
        media={item.cover}
        alt=""
        sizes={slide ? undefined : first ? FIRST_SIZES : large ? LARGE_SIZES : SIZES}
        max={640}
        eager={eager}
        about={item.title}
      />
      <CardDate date={item.date} form="short" />
      <Heading lang={langOf(item.title)}>{title}</Heading>
      <p className="facts">
        <span>{item.count === 1 ? '1 photo' : `${item.count} photos`}</span>
        {!slide && (
          <noscript>
            <a href={albumPath(item.id)}>Open the album</a>
          </noscript>
        )}
        <a href={albumLink(item.id)} aria-label={`View More: ${title}`}>
          View More
        </a>
      </p>
    </article>
  );
}

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
