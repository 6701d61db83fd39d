/** Where words lead that are a telephone number or an address of mail alone. */
export function contactLink(words: string): string | undefined {
  if (/^\+[\d ]+$/.test(words)) return phoneLink(words);
  return /^\S+@\S+$/.test(words) ? `mailto:${words}` : undefined;
}

/** A phone number as a link's target: `+91 00000 00001` → `tel:+910000000001`. */
export const phoneLink = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;
