/**
 * Which slides are on show: the first one's index and how many fit, from widths in pixels. Browsers round, so a slide
 * counts as wide as it nearly is.
 */
export function slidesOnShow(offset: number, slideWidth: number, viewWidth: number): { first: number; count: number } {
  if (slideWidth <= 0) return { first: 0, count: 1 };
  return { first: Math.round(offset / slideWidth), count: Math.max(1, Math.round(viewWidth / slideWidth)) };
}
