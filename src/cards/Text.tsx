import { Fragment } from 'react';
import { contactLink } from '../lib/phone.ts';
import { shorten } from '../lib/shorten.ts';
import { langOf, PHRASE, roomFor, unbroken } from '../lib/text.ts';

/** Where a word begins; what finds it sooner is unknown to Safari before 16.4. */
function wordStart(): string {
  const start = '(?<![\\p{L}\\p{M}\\d])';
  try {
    return new RegExp(start, 'u') && start;
  } catch {
    return '';
  }
}

/**
 * A session such as "2026-27", a score, a word with a hyphen, or a phrase, with bracket and punctuation around it. It begins
 * where a word does: tried at each letter of a long word it would take quadratic time.
 */
export const TOGETHER = new RegExp(
  `(\\(?(?:${wordStart()}[\\p{L}\\p{M}\\d]+(?:[-–][\\p{L}\\p{M}\\d]+)+|${PHRASE.source})[,.;:)]*)`,
  'u',
);

interface TextProps {
  readonly text: string;
  /** The element around them; absent: none. */
  readonly as?: 'p' | 'li' | typeof Fragment;
}

/** Words of which some stay on one line. */
export function Unbroken({ text, as: Around = Fragment }: TextProps) {
  const parts = text.split(TOGETHER).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <span className="size" key={at}>
        {part}
      </span>
    ),
  );
  return <Around>{parts}</Around>;
}

/** The address of a page without the punctuation behind it, a telephone number with its country's, or an address of mail. */
const LINKED =
  /([Hh]ttps?:\/\/[^\s<>"]{0,1000}[^\s<>"'.,:;!?)\]}*~…।’”]|\+\d{1,3}(?: ?\d{3,6}){2,3}(?!\d)|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})/;

interface Props extends TextProps {
  /** True for no-break spaces in phrases instead of elements, which weigh more. */
  readonly light?: boolean;
}

/** Words whose addresses of pages and of mail and telephone numbers are links, and of which some stay on one line. */
export function Linked({ text, as: Around = Fragment, light = false }: Props) {
  const words = (part: string) => (light ? unbroken(part) : <Unbroken text={part} />);
  const link = (part: string) => {
    if (part.startsWith('+'))
      return (
        <a href={contactLink(part)} className="phone">
          {part}
        </a>
      );
    if (!/^http/i.test(part)) return <a href={contactLink(part)}>{part}</a>;
    return URL.canParse(part) ? (
      <a href={part} rel="noopener">
        {part}
      </a>
    ) : (
      words(part)
    );
  };
  const parts = text.split(LINKED).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
    <Fragment key={at}>{at % 2 === 0 ? words(part) : link(part)}</Fragment>
  ));
  return <Around>{parts}</Around>;
}

/** Lines of such words as a list. */
export function Lines({ of, as: List = 'ul' }: { readonly of: readonly string[]; readonly as?: 'ul' | 'ol' }) {
  return (
    <List>
      {of.map((line) => (
        <Linked key={line} as="li" text={line} />
      ))}
    </List>
  );
}

/** Characters of all words of a card together: a page of 24 keeps its weight, and the item's own page has the rest. */
const CARD = 140;
const SHORTEST = 40;

/** The beginning of an item's text that its card shows; `beside`: the card's other words. */
export function Excerpt({ text, beside }: { readonly text: string; readonly beside: string }) {
  const room = Math.max(SHORTEST, CARD - beside.length);
  return (
    <p className="text" lang={langOf(text)}>
      {unbroken(shorten(text, roomFor(text, room)))}
    </p>
  );
}
