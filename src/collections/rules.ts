/** What a list's part in the browser, a `.list.tsx` of this folder, is described by. */
import type { ReactNode } from 'react';
import type { Drawing } from '../cards/drawings.ts';
import type { Shown } from '../lib/periods.ts';

/** What a card takes. */
export interface CardProps<Item> {
  readonly item: Item;
  /** Level of the card's heading; 2 on a list page, 3 inside a section that has a heading of its own. */
  readonly level?: 2 | 3;
  /** True for the first cards of a page: their pictures are on the first screen. */
  readonly eager?: boolean;
  /** Number of the card in its list, from 0, where it is one of the first three. */
  readonly place?: number;
  /** True for the second in a list that would leave one alone in its last row of four: it may stand as large as the first. */
  readonly large?: boolean;
  /** Stands for a picture that the item does not have; absent: chosen by the item's words. */
  readonly drawing?: Drawing;
  /** True for a card that the search found, where it marks instead of hiding. */
  readonly mark?: boolean;
  /** Place among all items, where the list tells places. */
  readonly rank?: number;
  /** True in a carousel: without text and files, and with one width of its picture, as candidates would weigh more than they save. */
  readonly slide?: boolean;
}

export interface ListRules<Item> {
  /** The list's name in its page's `data-config`. */
  readonly kind: string;
  /** The period shown where nothing was chosen. */
  readonly shown: Shown;
  /** Whether "Month" is offered. */
  readonly months: boolean;
  /** `mark`: no card is hidden, those that match are marked. */
  readonly search: 'filter' | 'mark' | 'none';
  /** What the list holds: one, many. */
  readonly words: readonly [string, string];
  /** How the status counts, where not in `words`. */
  readonly counted?: string;
  /** Cards are narrow, and placeholders of them stand where the list is empty. */
  readonly portraits?: true;
  /** The heading under which an item stands, where the list has groups: its year. `today` is told where `datesFromToday` is set. */
  group?(item: Item, today?: string): string;
  /** True: the groups depend on the school's day. */
  readonly datesFromToday?: true;
  /** What orders the items, highest first, and tells their places. NaN where there is no figure. */
  figure?(item: Item): number;
  /** The words that choose the drawing of an item without a picture; null for one that has its own. */
  drawn?(item: Item): string | null;
  text(item: Item): string;
  /** Memoized: the card of an item that is the same is not made again, so that a keystroke costs only what it changes. */
  card(props: CardProps<Item>): ReactNode;
}

export type ItemOf<Rules> = Rules extends ListRules<infer Item> ? Item : never;
