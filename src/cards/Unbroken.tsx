import { Fragment } from 'react';
import { PHRASE } from '../lib/text.ts';

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

export interface TextProps {
  readonly text: string;
  /** The element around them; absent: none. */
  readonly as?: 'p' | 'li' | 'dd' | 'td' | typeof Fragment;
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
