import { fullSize, mediaHref } from '../../cards/AttachmentLink.tsx';
import { Picture } from '../../cards/Picture.tsx';
import type { Media } from '../../types/media.ts';
import type { AlbumView } from '../../types/views.ts';
import { gridClass } from './photos.ts';

interface PhotoProps {
  readonly media: Media;
  /** From 1, in the whole album. */
  readonly number: number;
  readonly count: number;
  /** For `sizes` of the picture. */
  readonly sizes: string;
  /** Widest variant offered, in pixels. */
  readonly max: number;
}

function Photo({ media, number, count, sizes, max }: PhotoProps) {
  const href = mediaHref(media) ?? undefined;
  if (media.kind === 'file')
    return (
      <a className="file" href={href}>
        {media.name}
      </a>
    );
  const picture = <Picture media={media} alt={`Photo ${number} of ${count}`} sizes={sizes} eager={number === 1} max={max} />;
  if (media.kind === 'missing') return picture;
  const { width, height } = fullSize(media);
  return (
    <a id={`photo-${number}`} href={href} data-pswp-width={width} data-pswp-height={height}>
      {picture}
    </a>
  );
}

/** How many of so many photos stand large, side by side, where others stand in rows of three (lightbox.css). */
const largeOf = (photos: number) => [0, 4, 2][photos % 3] ?? 0;

/**
 * `sizes` of an album's photo. Browsers also take a variant up to a third too small: the widths are those with which they
 * enlarge none, and with which a phone of density 2 has 640 px for the whole width and 320 px for half of it.
 */
const sizesOf = (isLarge: boolean, isWholeWidth: boolean) =>
  `(min-width:48em) ${isLarge ? 41 : 34}rem, ${isWholeWidth ? 75 : 44}vw`;

interface Props extends Pick<AlbumView, 'title' | 'photos' | 'count' | 'page' | 'pages'> {
  /** Width of a picture where it is no cell of an album, for `sizes`. */
  readonly sizes?: string;
}

/** The photos of an album's page; each leads to its largest variant, which the lightbox opens. One component, since each costs a render. */
export function PhotoGrid({ title, photos, count, page, pages, sizes }: Props) {
  const large = largeOf(photos.length);
  // Only the last page may hold fewer photos than the others.
  const before = page < pages ? (page - 1) * photos.length : count - photos.length;
  return (
    <ul className={gridClass(photos.length)} data-title={title || 'Untitled album'} data-count={count}>
      {photos.map((media, index) => {
        const number = before + index + 1;
        return (
          <li key={number}>
            <Photo
              media={media}
              number={number}
              count={count}
              sizes={sizes ?? sizesOf(index < large, index === 0 && photos.length % 2 === 1)}
              max={!sizes && index < large ? 1280 : 640}
            />
          </li>
        );
      })}
    </ul>
  );
}
