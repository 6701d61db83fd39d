/** The number of a paged list's page: 1 for its first address, which has no number; null when the address names no page. */
export function pageNumber(named: string | undefined): number | null {
  if (named === undefined) return 1;
  const number = Number(named);
  return number > 1 ? number : null;
}
