/**
 * Classes of a grid with so many photos: what is left over in rows of two and of three. CSS could count them itself, but
 * would then move photos while others are still arriving.
 */
export function gridClass(photos: number): string {
  const left = ['', ' one-left', ' two-left'][photos % 3];
  return `photos${photos % 2 === 1 ? ' odd' : ''}${left}`;
}

/** The links that open in the lightbox; a photo whose size is not known yet stays a plain link. */
export function photoLinks(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.photos a[data-pswp-width]')];
}
