/** The links of an album's photos in the document, and the address of a single one. */

/** What an album's grid tells the lightbox (attributes of `.photos`). */
export interface AlbumFacts {
  readonly title: string;
  /** Number of photos of the whole album. */
  readonly count: number;
}

/** The links that open in the lightbox; a photo whose size is not known yet stays a plain link. */
export function photoLinks(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.photos a[data-pswp-width]')];
}

export function albumFacts(): AlbumFacts {
  const grid = document.querySelector<HTMLElement>('.photos');
  return { title: grid?.dataset.title ?? '', count: Number(grid?.dataset.count ?? 0) };
}

/** The number of a photo, from the `id` of its link: `photo-3`. */
export function photoNumber(link: HTMLAnchorElement | undefined): number {
  return Number(link?.id.slice('photo-'.length) ?? 0);
}

/** The link that the address names (`#photo-3`), if it is on this page. */
export function addressedLink(): HTMLAnchorElement | undefined {
  const id = location.hash.slice(1);
  return id === '' ? undefined : photoLinks().find((link) => link.id === id);
}
