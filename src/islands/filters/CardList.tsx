import { type ComponentType, memo } from 'react';
import { AlbumCard } from '../../cards/AlbumCard.tsx';
import { EventCard } from '../../cards/EventCard.tsx';
import { NewsCard } from '../../cards/NewsCard.tsx';
import { TopperCard } from '../../cards/TopperCard.tsx';
import { VideoCard } from '../../cards/VideoCard.tsx';
import type { ListItem, ListKind } from '../../types/views.ts';

interface CardOfAKind {
  readonly item: ListItem;
  readonly mark?: boolean;
  readonly eager?: boolean;
}

/** Cards whose item is the same are not made again, so that a keystroke costs only what it changes. */
const CARDS = {
  news: memo(NewsCard),
  events: memo(EventCard),
  gallery: memo(AlbumCard),
  video: memo(VideoCard),
  toppers: memo(TopperCard),
} as unknown as Readonly<Record<ListKind, ComponentType<CardOfAKind>>>;

interface Props {
  readonly kind: ListKind;
  readonly items: readonly ListItem[];
  /** The items whose card is marked. */
  readonly found?: ReadonlySet<ListItem> | null;
  /** True for the cards that a page begins with. */
  readonly eager?: boolean;
}

/** The cards of a list, the same in pages and in the browser. */
export function CardList({ kind, items, found, eager = false }: Props) {
  const Card = CARDS[kind];
  return items.map((item, index) => (
    <Card key={item.id} item={item} eager={eager && index === 0} {...(found && { mark: found.has(item) })} />
  ));
}
