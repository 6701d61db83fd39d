import type { Colours } from '../../src/content/schemas/colours.ts';

interface Shape {
  /** Absolute commands M, L, C and Z alone, in a square of 64: SVG and PDF both draw them. */
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
}

/** The colour between two, `share` of the way (0 to 1) from the first. */
export function between(one: string, other: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(one, at) + (part(other, at) - part(one, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The school's crest: a shield with a sun, a hill and an open book. */
export function crestShapes({ light, dark }: Colours): readonly Shape[] {
  return [
    {
      d: 'M32 2L58 8L58 32C58 47 47 57 32 62C17 57 6 47 6 32L6 8Z',
      fill: light.brand,
      stroke: light.bright,
      width: 2.5,
    },
    { d: 'M32 12L32 17M19.5 16L22.5 20M44.5 16L41.5 20M12 25L17 27M52 25L47 27', stroke: light.bright, width: 2.5 },
    {
      d: 'M32 21.5C37.2 21.5 41.5 25.8 41.5 31C41.5 36.2 37.2 40.5 32 40.5C26.8 40.5 22.5 36.2 22.5 31C22.5 25.8 26.8 21.5 32 21.5Z',
      fill: light.bright,
    },
    {
      d: 'M9 38C15 32 21 30 32 33C41 28 49 30 55 34C54 39 52 43 48 47L15 47C12 44 10 41 9 38Z',
      fill: between(light.brand, dark.link, 0.5),
    },
    { d: 'M32 46C27 42 22 41 16 42L16 51C22 50 27 51 32 55C37 51 42 50 48 51L48 42C42 41 37 42 32 46Z', fill: light.cream },
    { d: 'M32 46L32 55', stroke: light.brand, width: 1.5 },
  ];
}

const line = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

/** The crest's paths as markup of SVG. */
export function crestMarkup(colours: Colours): string {
  return crestShapes(colours)
    .map(({ d, fill = 'none', stroke, width }) => {
      const attributes = { d, fill, ...(stroke && { stroke, 'stroke-width': width, ...line }) };
      return `<path ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')}/>`;
    })
    .join('');
}
