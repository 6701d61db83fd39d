import { TOGETHER } from '../lib/unbroken.ts';

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
