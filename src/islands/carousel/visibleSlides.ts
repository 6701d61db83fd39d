/** Index of the first visible slide and how many fit, from lengths in CSS pixels, which browsers round. */
export function visibleSlides(offset: number, slideWidth: number, viewWidth: number): { first: number; count: number } {
  if (slideWidth <= 0) return { first: 0, count: 1 };
  return { first: Math.round(offset / slideWidth), count: Math.max(1, Math.round(viewWidth / slideWidth)) };
}
