import type { ListItem } from '../../collections/index.ts';
import type { ListRules } from '../../collections/rules.ts';

interface Props {
  readonly rules: ListRules<ListItem>;
  readonly items: readonly ListItem[];
  /** The items whose card is marked. */
  readonly found?: ReadonlySet<ListItem> | null;
  /** True for the cards that a page begins with. */
  readonly eager?: boolean;
}

/** The cards of a list, the same in pages and in the browser. */
export function CardList({ rules: { card: Card }, items, found, eager = false }: Props) {
  return items.map((item, index) => (
    <Card key={item.id} item={item} eager={eager && index === 0} {...(found && { mark: found.has(item) })} />
  ));
}
