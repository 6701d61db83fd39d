import { pictureUrl, pictureWidths } from '../lib/paths.ts';
import type { Media } from '../types/media.ts';
import { type Drawing, drawingOf, drawingUrl } from './drawings.ts';

/** How wide the picture beside a card's words is shown, a little less: 320 px serve it at density 3. */
export const BRIEF_SIZES = '6.6rem';

interface Props {
  readonly media: Media | null;
  /** Empty for a picture that only repeats the words beside it. */
  readonly alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute; without it one width is offered. */
  readonly sizes?: string;
  /** True for the one picture that is on the first screen. */
  readonly eager?: boolean;
  /** Widest variant offered, in pixels. */
  readonly max?: number;
  /** What is drawn when there is no picture; absent: what the words `about` name, or the hills. */
  readonly fallback?: Drawing | 'trophy';
  readonly about?: string;
  /** True where nothing of it may be cut off, such as a poster's words: it keeps its own shape. */
  readonly whole?: boolean;
}

/** A published picture in its variants, in a frame whose shape the style sheet gives (styles/cards.css), or the drawn fallback when there is none. */
export function Picture({ media, alt, sizes, eager, max = 1280, fallback, about, whole }: Props) {
  if (media?.kind !== 'image')
    return (
      <span className={fallback === 'trophy' ? 'pic trophy' : 'pic'}>
        <img src={drawingUrl(fallback ?? (about ? drawingOf(about) : 'hills'))} alt={alt} loading="lazy" />
      </span>
    );
  const offered = pictureWidths(media.w);
  const fitting = offered.filter((width) => width <= max);
  const widths = fitting.length > 0 ? fitting : offered.slice(0, 1);
  const plain = widths.find((width) => width >= 640) ?? widths.at(-1) ?? media.w;
  const choice = sizes !== undefined && widths.length > 1;
  return (
    <span className={media.h > media.w ? 'pic tall' : 'pic'}>
      <img
        src={pictureUrl(media.id, plain)}
        srcSet={choice ? widths.map((width) => `${pictureUrl(media.id, width)} ${width}w`).join(', ') : undefined}
        sizes={choice ? sizes : undefined}
        alt={alt}
        width={whole ? media.w : undefined}
        height={whole ? media.h : undefined}
        {...(eager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
      />
    </span>
  );
}
