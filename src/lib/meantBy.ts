import { editDistance } from './editDistance.ts';

/** The known name that a text was probably meant to be; undefined when it is known itself or like none. */
export function meantBy(text: string, known: readonly string[]): string | undefined {
  if (known.includes(text)) return undefined;
  const slips = (name: string) => (name.length < 5 ? 1 : 2);
  return known.find((name) => editDistance(text.toLowerCase(), name.toLowerCase()) <= slips(name));
}
