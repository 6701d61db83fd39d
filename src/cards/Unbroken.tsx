/** A session such as "2026-27", a score, a word with a hyphen, and what `lib/unbroken.ts` keeps together: home's calendar has no room for a module more. */
export const TOGETHER =
  /([\p{L}\p{M}\d]+(?:[-–][\p{L}\p{M}\d]+)+|\b\d{1,2} [JFMASOND][a-z]{2,8}|\b[Cc]lass(?:es)? [IVX]+(?: (?:to|and) [IVX]+)?|\b(?:Dr|Mr|Ms)\.(?: \p{Lu}[\p{L}.-]+)+)/u;

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
