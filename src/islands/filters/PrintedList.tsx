import { markupOf } from '../../cards/markup.ts';
import type { ListItem } from '../../collections/index.ts';
import { rulesOf } from '../../collections/lists.ts';
import type { ListConfig } from '../../stores/list.ts';
import { CardList, type CardListProps } from './CardList.tsx';
import { FilterList } from './FilterList.tsx';

export const printedCards = (props: CardListProps): string => CardList(props).map(markupOf).join('');

type Props = { readonly config: ListConfig; readonly items: readonly ListItem[] };

/** A list as pages print it. `hydrate.tsx` brings it to life with the cards taken from the page. */
export function PrintedList({ config, items }: Props) {
  const html = printedCards({ rules: rulesOf(config.kind), items, today: config.today, ranked: true, eager: true });
  return (
    <FilterList {...config}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup */}
      <div className="printed" dangerouslySetInnerHTML={{ __html: html }} />
    </FilterList>
  );
}
PrintedList.isIsland = true;
