import { memo } from 'react';
import { Picture } from '../cards/Picture.tsx';
import { langOf } from '../lib/text.ts';
import type { Topper } from '../service/schemas/topper.ts';
import type { CardProps, ListRules } from './rules.ts';

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`. */
const ordinal = (rank: number) =>
  `${rank}${(rank % 100 > 10 && rank % 100 < 14 ? '' : ['', 'st', 'nd', 'rd'][rank % 10]) || 'th'}`;
/** Places that stand before the rows: from the fourth on a card is one. */
const PODIUM = 3;
/** What the service says where a class has no streams: nothing to tell one card from another. */
const NO_STREAM = /^general$/i;

export function TopperCard({ item, level = 2, mark, rank }: CardProps<Topper>) {
  const Heading = `h${level}` as const;
  const classes = ['card topper', rank && rank <= PODIUM && 'top', mark && 'found'].filter(Boolean).join(' ');
  return (
    <article className={classes}>
      <Picture
        media={item.photo}
        alt={item.photo?.kind === 'image' ? `Photo of ${item.name}` : ''}
        sizes="9rem"
        max={320}
        fallback="trophy"
      />
      {rank && <p className="rank">{ordinal(rank)}</p>}
      <Heading lang={langOf(item.name)}>{item.name || 'Topper'}</Heading>
      {item.stream && !NO_STREAM.test(item.stream) && <p lang={langOf(item.stream)}>{item.stream}</p>}
      {item.division && (
        <p className="mark" lang={langOf(item.division)}>
          {item.division}
        </p>
      )}
    </article>
  );
}

export const rules = {
  kind: 'toppers',
  shown: 'session',
  months: false,
  search: 'mark',
  words: ['topper', 'toppers'],
  portraits: true,
  figure: (item) => Number.parseFloat(item.division),
  text: (item) => item.name,
  card: memo(TopperCard),
} as const satisfies ListRules<Topper>;
