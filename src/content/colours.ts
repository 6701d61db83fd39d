import type { Colours } from './schemas/colours.ts';

/**
 * Style sheet with the custom properties of the school's colours; print keeps the light ones. It says that there are two
 * schemes, as the compiler adds properties of its own to a sheet that does (lowering of `light-dark()`, which none uses).
 */
export function coloursSheet({ light, dark }: Colours): string {
  const root = (colours: Readonly<Record<string, string>>) =>
    `:root{${Object.entries(colours)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(';')}}`;
  return `@layer tokens{:root{color-scheme:light dark}${root(light)}@media screen and (prefers-color-scheme:dark){${root(dark)}}}`;
}
