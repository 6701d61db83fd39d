import type { Media, Notice } from '../../../types/entities.ts';

/** Characters of text that the popup's notices may take together; those beyond stand on their own page. */
const NOTICES_ROOM = 600;

/** An item as a slide of the home page shows it: what and when. The list has its text and attachments. */
export function withoutText<Item extends { readonly description: string; readonly attachments: readonly Media[] }>(
  item: Item,
): Item {
  return { ...item, description: '', attachments: [] };
}

/** As many notices from the front as the home page has room for, at least one. */
export function noticesWithRoom(notices: readonly Notice[]): Notice[] {
  let taken = 0;
  return notices.filter(({ title, description }, index) => {
    taken += title.length + description.length;
    return index === 0 || taken <= NOTICES_ROOM;
  });
}
