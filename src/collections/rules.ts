/** The part of a list that runs in the browser. */
import type { ReactNode } from 'react';
import type { Drawing } from '../cards/drawings.ts';
import type { Shown } from '../lib/periods.ts';

/** What the card of a list takes. */
export interface ListCardProps<Item> {
  readonly item: Item;
  /** True for the first cards of a page. */
  readonly eager?: boolean;
  /** Number of the card in the list, from 0, where it is one of the first three. */
  readonly place?: number;
  /** Stands for a picture that the item does not have. */
  readonly drawing?: Drawing;
  /** True for a card that the search found, where it marks instead of hiding. */
  readonly mark?: boolean;
  /** Place among all items, where the list tells places. */
  readonly rank?: number;
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
  /** The text that is searched. */
  text(item: Item): string;
  /** Memoized: the card of an item that is the same is not made again, so that a keystroke costs only what it changes. */
  card(props: ListCardProps<Item>): ReactNode;
}

export type ItemOf<Rules> = Rules extends ListRules<infer Item> ? Item : never;
