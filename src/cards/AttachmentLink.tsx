import { Fragment } from 'react';
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

interface Props {
  readonly media: readonly Media[];
  /** True where they stand among buttons: then each file's own name stands beside its link. */
  readonly buttons?: boolean;
}

/** Links to all attachments that are not missing, with their kind and size, numbered when there are several. */
export function AttachmentLinks({ media, buttons }: Props) {
  const links = media.flatMap((item) => {
    const href = mediaHref(item);
    return href === null ? [] : [{ href, about: aboutFile(item), name: item.kind === 'file' ? item.name : null }];
  });
  if (links.length === 0) return null;
  return (
    <p className="files">
      {links.map(({ href, about, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes after it is printed, and one file may stand in it twice.
        <Fragment key={index}>
          <a className={buttons ? 'file button' : 'file'} href={href}>
            {`Attachment${links.length > 1 ? ` ${index + 1}` : ''} `}
            <span className="size">{`(${about})`}</span>
          </a>
          {buttons && name && <small>{name}</small>}
        </Fragment>
      ))}
    </p>
  );
}
