import { mediaHref } from '../../cards/AttachmentLink.tsx';
import { Picture } from '../../cards/Picture.tsx';
import { pictureWidths } from '../../lib/paths.ts';
import type { Media, Picture as PictureMedia } from '../../types/media.ts';
import type { AlbumView } from '../../types/views.ts';
import { gridClass } from './gridClass.ts';

/** Size of the widest variant: what the link opens. */
function sizeOf({ w, h }: PictureMedia): { width: number; height: number } {
  const width = pictureWidths(w).at(-1) ?? w;
  return { width, height: Math.round((h * width) / w) };
}

interface PhotoProps {
  readonly media: Media;
  /** From 1, in the whole album. */
  readonly number: number;
  readonly count: number;
  /** For `sizes` of the picture. */
  readonly sizes: string;
}

function Photo({ media, number, count, sizes }: PhotoProps) {
  const href = mediaHref(media) ?? undefined;
  if (media.kind === 'file')
    return (
      <a className="file" href={href}>
        {media.name}
      </a>
    );
  const picture = <Picture media={media} alt={`Photo ${number} of ${count}`} sizes={sizes} eager={number === 1} max={640} />;
  if (media.kind === 'missing') return picture;
  const { width, height } = sizeOf(media);
  return (
    <a id={`photo-${number}`} href={href} data-pswp-width={width} data-pswp-height={height}>
      {picture}
    </a>
  );
}

/** Widths of an album's first photo, which may be larger, and of the others: at 360 a cell has 160 px, for which the variant of 320 must do at density 2. */
const FIRST_SIZES = '(min-width:48em) 46vw, 92vw';
const CELL_SIZES = '(min-width:48em) 30vw, 44vw';

interface Props extends Pick<AlbumView, 'title' | 'photos' | 'count' | 'page' | 'pages'> {
  /** Width of a picture where it is no cell of an album, for `sizes`. */
  readonly sizes?: string;
}

/** The photos of an album's page; each leads to its largest variant, which the lightbox opens. One component, since each costs a render. */
export function PhotoGrid({ title, photos, count, page, pages, sizes }: Props) {
  // Only the last page may hold fewer photos than the others.
  const before = page < pages ? (page - 1) * photos.length : count - photos.length;
  return (
    <ul className={gridClass(photos.length)} data-title={title || 'Untitled album'} data-count={count}>
      {photos.map((media, index) => {
        const number = before + index + 1;
        return (
          <li key={number}>
            <Photo media={media} number={number} count={count} sizes={sizes ?? (index === 0 ? FIRST_SIZES : CELL_SIZES)} />
          </li>
        );
      })}
    </ul>
  );
}
