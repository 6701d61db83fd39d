import type { ArchiveView } from '../types/views.ts';

/** Title and breadcrumb of an archive page: a part of the list `label` at `href`. */
export function archiveHead(label: string, href: string, part: ArchiveView<unknown>) {
  return { title: `${label}, ${part.label}`, crumbs: [{ label, href }, { label: part.label }] };
}
