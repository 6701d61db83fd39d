import { editDistance } from './editDistance.ts';

/** The known name that a text was probably meant to be, the nearest one; undefined when it is known itself or like none. */
export function meantBy(text: string, known: Iterable<string>): string | undefined {
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const name of known) {
    const slips = editDistance(text.toLowerCase(), name.toLowerCase());
    if (name === text) return undefined;
    if (slips <= (name.length < 5 ? 1 : 2) && slips < (nearest?.slips ?? Number.POSITIVE_INFINITY)) nearest = { name, slips };
  }
  return nearest?.name;
}
