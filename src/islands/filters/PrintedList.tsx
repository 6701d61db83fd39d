import { rulesOf } from '../../collections/browser.ts';
import type { ListItem } from '../../collections/index.ts';
import type { ListConfig } from '../../stores/list.ts';
import { CardList } from './CardList.tsx';
import { FilterList } from './FilterList.tsx';

interface Props {
  readonly config: ListConfig;
  /** The cards that the page begins with. */
  readonly items: readonly ListItem[];
}

/** A list as pages print it. `startList` brings it to life with the cards taken from the page. */
export function PrintedList({ config, items }: Props) {
  return (
    <FilterList {...config}>
      <div className="printed">
        <CardList rules={rulesOf(config.kind)} items={items} today={config.today} ranked eager />
      </div>
    </FilterList>
  );
}
