/** Classes of a grid of photos by what is left over in rows of two and three: CSS would move photos while others arrive. */
export function gridClass(photos: number): string {
  const left = ['', ' one-left', ' two-left'][photos % 3];
  return `photos${photos % 2 === 1 ? ' odd' : ''}${left}`;
}

/** The links that open in the lightbox; a photo whose size is not known yet stays a plain link. */
export const photoLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('.photos a[data-pswp-width]')];
