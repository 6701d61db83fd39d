import { readFile } from 'node:fs/promises';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { type Digest, digestOf } from '../../src/lib/digest.ts';
import { certificateOf, readRegister } from './certificates.ts';
import { checkFileName, checkItem, fieldsOf } from './checks.ts';
import { type ContentFile, type Item, isContentFile, readContentFile } from './contentFile.ts';
import { changedMedia, type FoundFile, type FoundFolder, lookAt } from './folder.ts';

/** A body ready to be sent. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: Digest;
}

/** The content folder, held in memory. */
export interface Library {
  list(collection: CollectionName): Body;
  album(id: string): Body | null;
  /** The file of a media reference, or null. */
  media(reference: string): string | null;
  /** The file of the certificate issued for an admission number and its holder's name, or null. */
  certificate(admission: string, name: string): string | null;
  /** Looks at the folder again. Answers the collections whose answer changed, or whose pictures did. */
  refresh(): Promise<CollectionName[]>;
  /** Every folder below the content folder, itself included. */
  folders(): readonly string[];
}

interface Known extends ContentFile {
  readonly stamp: string;
}

const CERTIFICATES = 'certificates';
const encoder = new TextEncoder();

function bodyOf(json: string): Body {
  const bytes = encoder.encode(json);
  return { bytes, digest: digestOf(bytes) };
}

const EMPTY = bodyOf('[]');

/** `news/2026/fee-notice.yaml` and `news.yaml` belong to `news`. */
function groupOf(path: string): string {
  return path.split('/', 1)[0]?.replace(/\.[^.]*$/, '') ?? '';
}

const GROUPS: ReadonlySet<string> = new Set([...COLLECTION_NAMES, CERTIFICATES]);

/** The groups of which a file came, went or holds something else. */
function changedGroups(before: ReadonlyMap<string, Known>, after: ReadonlyMap<string, Known>): Set<string> {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return new Set([...paths].filter((path) => before.get(path) !== after.get(path)).map(groupOf));
}

/**
 * Opens a content folder. A file that cannot be read is named through `warn` and keeps its last good content.
 * Throws when the folder itself is not there.
 */
export async function openLibrary(folder: string, warn: (message: string) => void): Promise<Library> {
  let found: FoundFolder = { folders: [folder], content: new Map(), media: new Map(), certificates: new Map() };
  let files = new Map<string, Known>();
  let register = readRegister([]);
  /** Stamps of files that could not be read, so that each is named once. */
  const unreadable = new Map<string, string>();
  /** Files of no collection, so that each is named once. */
  const misplacedFiles = new Set<string>();
  const bodies = new Map<CollectionName, Body>();
  const albums = new Map<string, Item>();

  const itemsOf = (group: string): Item[] =>
    [...files.keys()]
      .filter((path) => groupOf(path) === group)
      .sort()
      .flatMap((path) => files.get(path)?.items ?? []);

  async function read(path: string, { full, stamp }: FoundFile): Promise<Known | undefined> {
    const before = files.get(path);
    if (before?.stamp === stamp || unreadable.get(path) === stamp) return before;
    const text = await readFile(full, 'utf8').catch(() => null);
    if (text === null) return before;
    const content = readContentFile(path, text);
    if (content.ok) {
      unreadable.delete(path);
      const fields = await fieldsOf(groupOf(path));
      for (const { value } of content.value.items) for (const slip of checkItem(path, value, fields)) warn(slip);
      return { ...content.value, stamp };
    }
    unreadable.set(path, stamp);
    warn(`${content.message}. ${before ? 'Its last good content stays.' : 'It is left out until it can be read.'}`);
    return before;
  }

  async function readAll(content: FoundFolder['content']): Promise<Map<string, Known>> {
    const known = new Map<string, Known>();
    for (const [path, file] of content) {
      const misplaced = checkFileName(path);
      if (misplaced !== null && !misplacedFiles.has(path)) warn(misplaced);
      if (misplaced !== null) misplacedFiles.add(path);
      if (!isContentFile(path) || !GROUPS.has(groupOf(path))) continue;
      const current = await read(path, file);
      if (current) known.set(path, current);
    }
    return known;
  }

  /** Writes the collection's body again; whether it became another. */
  function renew(collection: CollectionName): boolean {
    const items = itemsOf(collection);
    const body = bodyOf(`[${items.map(({ json }) => json).join(',')}]`);
    if ((bodies.get(collection) ?? EMPTY).digest === body.digest) return false;
    bodies.set(collection, body);
    if (collection === 'gallery') {
      albums.clear();
      for (const item of items) if (item.id !== null && !albums.has(item.id)) albums.set(item.id, item);
    }
    return true;
  }

  async function refresh(): Promise<CollectionName[]> {
    const now = await lookAt(folder);
    const before = files;
    files = await readAll(now.content);
    const groups = changedGroups(before, files);
    const pictures = changedMedia(found, now).map((name) => JSON.stringify(name));
    found = now;
    if (groups.has(CERTIFICATES)) register = readRegister(itemsOf(CERTIFICATES).map(({ value }) => value));
    const shows = (collection: CollectionName): boolean =>
      pictures.length > 0 && itemsOf(collection).some(({ json }) => pictures.some((name) => json.includes(name)));
    return COLLECTION_NAMES.filter((collection) => (groups.has(collection) && renew(collection)) || shows(collection));
  }

  await refresh();
  return {
    list: (collection) => bodies.get(collection) ?? EMPTY,
    album: (id) => {
      const item = albums.get(id);
      return item ? bodyOf(item.json) : null;
    },
    media: (reference) => {
      // A certificate that lies among the pictures is no picture.
      if (register.some(({ image }) => image === reference)) return null;
      return found.media.get(reference)?.full ?? null;
    },
    certificate: (admission, name) => {
      const image = certificateOf(register, admission, name);
      if (image === null) return null;
      return (found.certificates.get(image) ?? found.media.get(image))?.full ?? null;
    },
    refresh,
    folders: () => found.folders,
  };
}
