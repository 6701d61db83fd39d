import { pictureUrl, pictureWidths } from '../lib/paths.ts';
import type { Media } from '../types/media.ts';

interface Props {
  readonly media: Media | null;
  readonly label: string;
}

/** Address of a medium: the file, or the widest variant of a picture. Null for one that is missing. */
export function mediaHref(media: Media | null): string | null {
  if (media?.kind === 'file') return media.href;
  if (media?.kind === 'image') return pictureUrl(media.id, pictureWidths(media.w).at(-1) ?? media.w);
  return null;
}

/** A link to an attachment; nothing for one that is missing. */
export function AttachmentLink({ media, label }: Props) {
  const href = mediaHref(media);
  return href === null ? null : (
    <a className="file" href={href}>
      {label}
    </a>
  );
}

/** Links to all attachments that are not missing, numbered when there are several. */
export function AttachmentLinks({ media }: { readonly media: readonly Media[] }) {
  const links = media.flatMap((item) => mediaHref(item) ?? []);
  if (links.length === 0) return null;
  return (
    <p className="files">
      {links.map((href, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes after it is printed, and one file may stand in it twice.
        <a className="file" href={href} key={index}>
          {links.length > 1 ? `Attachment ${index + 1}` : 'Attachment'}
        </a>
      ))}
    </p>
  );
}
