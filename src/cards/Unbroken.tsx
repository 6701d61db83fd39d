import { PHRASE } from '../lib/text.ts';

/** A session such as "2026-27", a score, a word with a hyphen, or a phrase, with the punctuation that closes it. */
export const TOGETHER = new RegExp(`((?:[\\p{L}\\p{M}\\d]+(?:[-–][\\p{L}\\p{M}\\d]+)+|${PHRASE.source})[,.;:)]*)`, 'u');

interface Props {
  readonly text: string;
}

/** Words of which some stay on one line. */
export function Unbroken({ text }: Props) {
  return text.split(TOGETHER).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <span className="size" key={index}>
        {part}
      </span>
    ),
  );
}
