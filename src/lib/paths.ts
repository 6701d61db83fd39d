/** Public addresses that pages, islands and the engine must agree on. Pure; runs in the browser too. */

export const LONGEST_IDENTITY = 64;
/** Pattern of identities that are their own path. A host's own rules can look up only these. */
export const PLAIN_IDENTITY = `[a-z0-9_-]{1,${LONGEST_IDENTITY}}`;

/** An identity as one path segment, reversibly (`Ab` → `~41b`), so that case survives on file systems and hosts that fold it. */
export function identityToPath(identity: string): string {
  return identity.replace(/[^a-z0-9_-]+/g, (others) =>
    Array.from(new TextEncoder().encode(others), (byte) => `~${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

export const albumLink = (identity: string): string => `/SubGallery?id=${encodeURIComponent(identity)}`;

/** The canonical address of an album's page; `page` counts from 1. */
export const albumPath = (identity: string, page = 1) => `/SubGallery/${identityToPath(identity)}${page > 1 ? `/${page}` : ''}`;

export const itemPath = (base: string, identity: string): string => `${base}/item/${identityToPath(identity)}`;

/** The canonical address of the album that `/SubGallery?id=` names; null when the address names none. */
export function albumOfQuery({ pathname, searchParams }: URL): string | null {
  const id = pathname === '/SubGallery' ? searchParams.get('id') : null;
  return id && id.length <= LONGEST_IDENTITY ? albumPath(id) : null;
}

/** Widths in pixels at which pictures are published, smallest first. A picture never has a variant wider than itself. */
const PICTURE_WIDTHS = [320, 640, 1280, 1920] as const;

/** The widths published for a picture `width` pixels wide: all narrower steps, and its own width where that is below the widest. */
export const pictureWidths = (width: number): number[] => [...new Set(PICTURE_WIDTHS.map((step) => Math.min(step, width)))];

export const pictureUrl = (id: string, width: number): string => `/media/${id}/${width}.webp`;

const GROUP = /^\/(?:media|files)\/[0-9a-f]{12}\//;

/** The group of files that an address belongs to: `/media/{id}/640.webp` → `/media/{id}/`. Null: to none. */
export const groupOf = (address: string): string | null => GROUP.exec(address)?.[0] ?? null;

const DATA_FILE = /^\/data\/[a-z-]+\/[^/"\s]+\.[0-9a-f]{12}\.json$/;

/** Whether a text is the address of a published picture, file or data file: all of them have a digest in it. */
export const isAssetAddress = (text: string): boolean => DATA_FILE.test(text) || groupOf(text) !== null;

/** Addresses in one sitemap file; the protocol allows 50,000. */
export const SITEMAP_SIZE = 45_000;

/** Paths of the files that a sitemap of `count` addresses is split into; none when one file holds it. */
export function sitemapParts(count: number): string[] {
  const parts = count > SITEMAP_SIZE ? Math.ceil(count / SITEMAP_SIZE) : 0;
  return Array.from({ length: parts }, (_, at) => `/sitemap-${at + 1}.xml`);
}
