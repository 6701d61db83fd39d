import type { Drawing } from './drawings.ts';

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

/** How wide the picture beside a card's words is shown, a little less: 320 px serve it at density 3. */
export const BRIEF_SIZES = '6.6rem';
