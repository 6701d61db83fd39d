import { shorten } from '../lib/shorten.ts';
import { langOf, roomFor, unbroken } from '../lib/text.ts';

/** Characters of a text that a card shows: a page of 24 keeps its weight, and the item's own page has the rest. */
const ROOM = 100;

export function Excerpt({ text }: { readonly text: string }) {
  return (
    <p className="text" lang={langOf(text)}>
      {unbroken(shorten(text, roomFor(text, ROOM)))}
    </p>
  );
}
