import { AttachmentLink, fullSize, mediaHref } from '../../cards/AttachmentLink.tsx';
import { Picture } from '../../cards/Picture.tsx';
import type { Media } from '../../types/media.ts';
import { gridClass } from './photos.ts';

/** How many of so many photos stand large, side by side, where others stand in rows of three (lightbox.css). */
const largeOf = (photos: number) => [0, 4, 2][photos % 3] ?? 0;

/** `sizes` of a photo: as browsers take variants a third too small, with these they enlarge none; phones get 640 or 320 px. */
const sizesOf = (isLarge: boolean, isWholeWidth: boolean) =>
  `(min-width:48em) ${isLarge ? 41 : 34}rem, ${isWholeWidth ? 75 : 44}vw`;

type AlbumPage = NonNullable<ReturnType<App.Locals['reader']['album']>>;

/** `sizes`: of a picture that is no cell of an album. */
type Props = Pick<AlbumPage, 'title' | 'count' | 'page' | 'pages'> & {
  readonly photos: readonly Media[];
  readonly sizes?: string;
};

/** The photos of an album's page; each leads to its largest variant, which the lightbox opens. One component, since each costs a render. */
export function PhotoGrid({ title, photos, count, page, pages, sizes }: Props) {
  const large = largeOf(photos.length);
  // Only the last page may hold fewer photos than the others.
  const before = page < pages ? (page - 1) * photos.length : count - photos.length;
  const filesBefore = (index: number) => photos.slice(0, index).filter(({ kind }) => kind === 'file').length;
  const contentOf = (media: Media, index: number, number: number) => {
    const href = mediaHref(media) ?? undefined;
    if (media.kind === 'file') {
      const place = filesBefore(photos.length) > 1 ? filesBefore(index) + 1 : null;
      return <AttachmentLink media={media} number={place} isNamed />;
    }
    const picture = (
      <Picture
        media={media}
        alt={`Photo ${number} of ${count}`}
        sizes={sizes ?? sizesOf(index < large, index === 0 && photos.length % 2 === 1)}
        eager={number === 1}
        max={!sizes && index < large ? 1280 : 640}
      />
    );
    if (media.kind === 'missing') return picture;
    const { width, height } = fullSize(media);
    return (
      <a id={`photo-${number}`} href={href} data-pswp-width={width} data-pswp-height={height}>
        {picture}
      </a>
    );
  };
  return (
    <ul className={gridClass(photos.length)} data-title={title || 'Untitled album'} data-count={count}>
      {photos.map((media, index) => {
        const number = before + index + 1;
        return <li key={number}>{contentOf(media, index, number)}</li>;
      })}
    </ul>
  );
}
