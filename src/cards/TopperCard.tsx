import { langOf } from '../lib/text.ts';
import type { Topper } from '../service/schemas/topper.ts';
import { Picture } from './Picture.tsx';
import type { CardProps } from './types.ts';

interface Props extends CardProps<Topper> {
  /** True for a card that the search found. */
  readonly mark?: boolean;
  /** Place in the session, where it is one of the first three. */
  readonly rank?: number;
}

const PLACES = ['1st', '2nd', '3rd'];
/** What the service says where a class has no streams: nothing to tell one card from another. */
const NO_STREAM = /^general$/i;

/** A topper: photo (a trophy when there is none), name, stream, division. */
export function TopperCard({ item, level = 2, mark, rank }: Props) {
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
      {rank && <p className="rank">{PLACES[rank - 1]}</p>}
      <Heading lang={langOf(item.name)}>{item.name || 'Topper'}</Heading>
      {item.stream && !NO_STREAM.test(item.stream) && <p>{item.stream}</p>}
      {item.division && <p className="mark">{item.division}</p>}
    </article>
  );
}
