import type { Topper } from '../service/schemas/topper.ts';
import { Picture } from './Picture.tsx';
import type { CardProps } from './types.ts';

interface Props extends CardProps<Topper> {
  /** True for a card that the search found. */
  readonly mark?: boolean;
}

/** A topper: photo (a trophy when there is none), name, stream, division. */
export function TopperCard({ item, level = 2, mark }: Props) {
  const Heading = `h${level}` as const;
  return (
    <article className={mark ? 'card topper found' : 'card topper'}>
      <Picture
        media={item.photo}
        alt={item.photo?.kind === 'image' ? `Photo of ${item.name}` : ''}
        sizes="9rem"
        max={320}
        fallback="trophy"
      />
      <Heading>{item.name || 'Topper'}</Heading>
      {item.stream && <p>{item.stream}</p>}
      {item.division && <p className="mark">{item.division}</p>}
    </article>
  );
}
