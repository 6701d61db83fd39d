const files: Readonly<Record<string, string>> = import.meta.glob('../../../pictures/*.{webp,avif,svg}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});

export function drawingFile(name: string): string {
  const address = files[`../../../pictures/${name}.svg`];
  if (address === undefined) throw new Error(`There is no src/pictures/${name}.svg.`);
  return address;
}

/** Widths in pixels of AVIF variants, of which each picture has some (src/pictures/README.md). */
const WIDTHS = [640, 960, 1200] as const;

/** Addresses of a picture that the words name `/pictures/{name}.webp`: digest-named, made from `src/pictures`. */
export function pictureFiles(src: string): { readonly webp: string; readonly avif: string } {
  const path = `../../../pictures/${src.replace(/^\/pictures\/|\.webp$/g, '')}`;
  const webp = files[`${path}.webp`];
  const widths = WIDTHS.filter((width) => `${path}-${width}.avif` in files);
  if (webp === undefined || widths.length === 0)
    throw new Error(`${path} lacks its WebP or its AVIFs: see src/pictures/README.md.`);
  // One alone is for all widths.
  const candidates = widths.map((width) => `${files[`${path}-${width}.avif`]}${widths.length > 1 ? ` ${width}w` : ''}`);
  return { webp, avif: candidates.join(', ') };
}
