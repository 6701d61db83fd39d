const files: Readonly<Record<string, string>> = import.meta.glob('../../../pictures/*.{webp,avif}', {
  eager: true,
  query: '?url',
  import: 'default',
});

const screens: Readonly<Record<string, string>> = import.meta.glob('../../../pictures/app-*.svg', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});

/** Address of a drawn screen of the parent app. */
export function screenFile(name: string): string {
  const address = screens[`../../../pictures/app-${name}.svg`];
  if (address === undefined) throw new Error(`There is no src/pictures/app-${name}.svg.`);
  return address;
}

/** Widths in pixels of a picture's AVIF variants; its WebP is as wide as the last. */
const WIDTHS = [640, 960] as const;

/** Addresses of a picture that the words name `/pictures/{name}.webp`: digest-named, made from `src/pictures`. */
export function pictureFiles(src: string): { readonly webp: string; readonly avif: string } {
  const name = src.replace(/^\/pictures\/|\.webp$/g, '');
  const addressOf = (file: string): string => {
    const address = files[`../../../pictures/${file}`];
    if (address === undefined) throw new Error(`There is no src/pictures/${file}.`);
    return address;
  };
  return {
    webp: addressOf(`${name}.webp`),
    avif: WIDTHS.map((width) => `${addressOf(`${name}-${width}.avif`)} ${width}w`).join(', '),
  };
}
