/** A phone number as a link's target: `+91 00000 00001` → `tel:+910000000001`. */
export function phoneLink(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, '')}`;
}
