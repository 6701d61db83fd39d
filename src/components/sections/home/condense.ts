import { shorten } from '../../../lib/shorten.ts';
import { roomFor, textSize } from '../../../lib/text.ts';
import type { Notice } from '../../../service/schemas/notice.ts';

/** Bytes of text that the dialog's notices may have together; /Notifications has all. */
const NOTICES_ROOM = 600;

/** Paragraphs of at most `room` characters together (half in Hindi and Bengali); one that would be cut is left out where the others fill half of the room. */
export function opening(paragraphs: readonly string[], room: number): string[] {
  const text = paragraphs.join('\n\n');
  const most = roomFor(text, room);
  const fitting = shorten(text, most)
    .split('\n\n')
    .map((paragraph, index) => (paragraph === `${paragraphs[index]}…` ? paragraph.slice(0, -1) : paragraph));
  const whole = fitting.filter((paragraph, index) => paragraph === paragraphs[index]);
  return whole.join('').length * 2 >= most ? whole : fitting;
}

export function noticesThatFit(notices: readonly Notice[]): Notice[] {
  let taken = 0;
  return notices.filter(({ title, description }, index) => {
    taken += Buffer.byteLength(title + description);
    return index === 0 || taken <= NOTICES_ROOM;
  });
}

/** Characters that home's weight allows its cards, names and highlights together with the entries of its calendar. */
const HOME_ROOM = 4150;
const LEAST_ROOM = 700;
/** Characters that a card shows of its words at most. */
const CARD = 140;

interface Words {
  readonly title?: string;
  readonly name?: string;
  readonly description?: string;
}

/** What the other parts of home leave for the entries of its calendar. */
export function roomBeside(items: readonly Words[]): number {
  const sizes = items.map(({ title = '', name = '', description = '' }) =>
    Math.min(CARD, textSize(title) + textSize(name) + textSize(description)),
  );
  return Math.max(LEAST_ROOM, HOME_ROOM - sizes.reduce((sum, size) => sum + size, 0));
}
