import { shorten } from '../../../lib/text.ts';
import type { Media } from '../../../types/entities.ts';

/** Characters of a description that a slide has room for. */
const ROOM = 110;

/** An item as a slide of the home page shows it: the beginning of its description and its first attachment; the list has the whole. */
export function compact<Item extends { readonly description: string; readonly attachments: readonly Media[] }>(item: Item): Item {
  return { ...item, description: shorten(item.description, ROOM), attachments: item.attachments.slice(0, 1) };
}
