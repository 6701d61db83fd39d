import { LISTS, type ListName } from '../collections/index.ts';
import type { ArchiveView } from '../types/views.ts';

/** Title and description of a list's first page. */
export function listHead(name: ListName) {
  const { title, description } = LISTS[name];
  return { title, description };
}

/** Title, description and breadcrumb of one of a list's archive pages. */
export function archiveHead(name: ListName, { label }: ArchiveView<unknown>) {
  const { title, base, about } = LISTS[name];
  return { title: `${title}, ${label}`, description: `${about}: ${label}.`, crumbs: [{ label: title, href: base }, { label }] };
}
