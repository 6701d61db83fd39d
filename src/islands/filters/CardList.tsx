import { createElement, type ReactElement } from 'react';
import { drawingsFor } from '../../cards/drawings.ts';
import { Picture } from '../../cards/Picture.tsx';
import { PlaceholderCard } from '../../cards/PlaceholderCard.tsx';
import type { ListItem } from '../../collections/index.ts';
import type { AnyListRules } from '../../collections/lists.ts';

/** Cards that a list may show larger; their pictures are on a first screen. */
const FIRST = 3;
/** Whether the last row of so many cards, the first as large as four, would hold one. Counted here: styles would see it change as they come. */
const leavesOneAlone = (cards: number) => cards > 2 && cards % 4 === 2;

export interface CardListProps {
  readonly rules: AnyListRules;
  readonly items: readonly ListItem[];
  readonly found?: ReadonlySet<ListItem> | null;
  /** The item before the first, when the cards go on a list that has begun. */
  readonly after?: ListItem;
  readonly today?: string | undefined;
  /** True for cards that begin their session, so that places can be told. */
  readonly ranked?: boolean;
  readonly eager?: boolean;
}

/** Places, equal figures sharing one. None where the figures do not fall: the list is then in another order. */
function ranksOf(figures: readonly number[]): number[] {
  const falling = figures.every((figure, index) => index === 0 || figure <= (figures[index - 1] ?? 0));
  return falling ? figures.map((figure) => figures.indexOf(figure) + 1) : [];
}

/** The cards of a list under the names of their groups, the same in pages and in the browser. */
export function CardList({ rules, items, found, after, today, ranked, eager = false }: CardListProps): ReactElement[] {
  const { card, group, drawn, figure } = rules;
  const drawings = drawn ? drawingsFor(items.map(drawn)) : [];
  const ranks = ranked && figure ? ranksOf(items.map(figure)) : [];
  const groupOf = (item: ListItem | undefined) => item && group?.(item, today);
  return items.flatMap((item, index) => {
    const name = groupOf(item);
    const isFirst = name !== undefined && name !== groupOf(items[index - 1] ?? after);
    const props = {
      item,
      eager: eager && index < FIRST,
      place: after || index >= FIRST ? undefined : index,
      drawing: drawings[index],
      rank: ranks[index],
      ...(index === 1 && !after && leavesOneAlone(items.length) && { large: true }),
      ...(found && { mark: found.has(item) }),
    };
    const element = createElement(card, { key: item.id, ...props });
    if (!isFirst) return [element];
    return [
      <p className="year" key={`above ${item.id}`}>
        {name}
      </p>,
      element,
    ];
  });
}

type EmptyProps = { readonly portraits?: boolean; readonly sought?: string | null; readonly clear?: () => void };

/** What stands where a list has nothing to show: placeholders of portraits, elsewhere a drawn picture with a word. */
export function Empty({ portraits, sought = null, clear }: EmptyProps) {
  if (portraits) return Array.from('abcdef', (key) => <PlaceholderCard key={key} kind="topper" />);
  return (
    <div className="empty">
      <Picture media={null} alt="" />
      <p>Stay tuned for latest updates</p>
      {sought !== null && (
        <>
          <p>{sought}</p>
          <p>
            <button className="button plain" type="button" onClick={clear}>
              Clear filters
            </button>
          </p>
        </>
      )}
    </div>
  );
}
