import { pictureUrl, pictureWidths } from '../lib/paths.ts';
import { fileSize } from '../lib/text.ts';
import type { Media, Picture as PictureMedia } from '../types/media.ts';

/** Size of the widest variant of a picture, in pixels. */
export function fullSize({ w, h }: PictureMedia): { readonly width: number; readonly height: number } {
  const width = pictureWidths(w).at(-1) ?? w;
  return { width, height: Math.round((h * width) / w) };
}

/** Address of a medium: the file, or the widest variant of a picture. Null for one that is missing. */
export function mediaHref(media: Media | null): string | null {
  if (media?.kind === 'file') return media.href;
  return media?.kind === 'image' ? pictureUrl(media.id, fullSize(media).width) : null;
}

/** `PDF, 3 kB` of a file; of a picture `WebP, 1600 × 1200`. */
export function aboutFile(media: Media): string {
  if (media.kind === 'file') return `${/[^.]*$/.exec(media.name)?.[0].toUpperCase()}, ${fileSize(media.size)}`;
  if (media.kind === 'missing') return '';
  const { width, height } = fullSize(media);
  return `WebP, ${width} × ${height}`;
}

interface LinkProps {
  readonly media: Media;
  /** Its place among several, from 1; null: it is the only one. */
  readonly number: number | null;
  readonly isButton?: boolean;
  /** Its own name stands beside it. */
  readonly isNamed?: boolean;
}

export function AttachmentLink({ media, number, isButton, isNamed }: LinkProps) {
  return (
    <>
      <a className={isButton ? 'file button' : 'file'} href={mediaHref(media) ?? undefined}>
        {`Attachment${number === null ? '' : ` ${number}`} `}
        <span className="size">{`(${aboutFile(media)})`}</span>
      </a>
      {isNamed && media.kind === 'file' && <small>{media.name}</small>}
    </>
  );
}

interface Props {
  readonly media: readonly Media[];
  /** True where they stand among buttons: then each file's own name stands beside its link. */
  readonly buttons?: boolean;
}

/** Links to all attachments that are not missing, numbered when there are several. */
export function AttachmentLinks({ media, buttons }: Props) {
  const files = media.filter(({ kind }) => kind !== 'missing');
  if (files.length === 0) return null;
  return (
    <p className="files">
      {files.map((file, index) => (
        <AttachmentLink
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes after it is printed, and one file may stand in it twice.
          key={index}
          media={file}
          number={files.length > 1 ? index + 1 : null}
          isButton={buttons}
          isNamed={buttons}
        />
      ))}
    </p>
  );
}
