import { DAY_OR_CLASS } from '../lib/text.ts';

/** A session such as "2026-27", a word with a hyphen, a day with its month, a class with its numeral, and a title with the names after it. */
const TOGETHER = new RegExp(
  `(\\d{4}-\\d{2}|\\p{L}+-\\p{L}+|${DAY_OR_CLASS.source}|\\b(?:Dr|Mr|Ms)\\.(?: \\p{Lu}[\\p{L}.]+)+)`,
  'u',
);

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
