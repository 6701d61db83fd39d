import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { type Digest, digestOf } from '../../src/lib/digest.ts';
import { errorCode } from '../../src/lib/files.ts';
import { nearestName } from '../../src/lib/nearestName.ts';
import { fail } from '../../src/lib/result.ts';
import type { FileWarning } from '../../src/service/fileWarnings.ts';
import { certificateOf, readRegister } from './certificates.ts';
import {
  checkCertificates,
  checkItems,
  checkLink,
  checkPlace,
  difference,
  distinct,
  fieldsOf,
  GROUPS,
  groupOf,
  isHidden,
  WHOLE_FOLDER,
} from './checks.ts';
import { type ContentFile, type Item, isContentFile, readContentFile } from './contentFile.ts';
import { changedMedia, emptyFolder, type FoundFile, type FoundFolder, fileNamed, lookAt, spellings } from './folder.ts';

/** A body ready to be sent. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: Digest;
}

interface Known extends ContentFile {
  readonly stamp: string;
  readonly warnings: readonly FileWarning[];
}

const CERTIFICATES = 'certificates';
const MEDIA = 'media';
/** Bytes: to read YAML takes some forty times as much memory. A larger file is refused before it is read. */
const LARGEST_FILE = 16 * 1024 * 1024;
const TOO_LARGE = new Error('it is larger than 16 MB; make several files of it');
/** As old editors save: its letters would be published as others. */
const NOT_UTF8 = new Error('it is not written in UTF-8; save it with that encoding');
/** The texts of JSON, as they stand in it. */
const TEXTS = /"(?:[^"\\]|\\.)*"/g;
/** Milliseconds until a list with fewer items than before, or the absence of a file of media, is believed: both may be half uploaded. */
export const SETTLING = 2000;
/** The same where more media went than are left: the folder is being replaced, or its disk is away. */
const MOST_WENT = 60_000;
/** Characters of a reference of which it is asked what was meant. */
const LONGEST_MEANT = 500;
/** Milliseconds for which names are compared to tell what was meant by references: whoever waits for a page waits for that. */
const LONGEST_SEEKING = 500;
const encoder = new TextEncoder();

function bodyOf(json: string): Body {
  const bytes = encoder.encode(json);
  return { bytes, digest: digestOf(bytes) };
}

const EMPTY = bodyOf('[]');

const isContent = (path: string): boolean => !isHidden(path) && isContentFile(path) && GROUPS.includes(groupOf(path));

async function textOf(file: string, size: number): Promise<string | Error> {
  if (size > LARGEST_FILE) return TOO_LARGE;
  const bytes = await readFile(file).catch((error: Error) => error);
  if (bytes instanceof Error) return bytes;
  return isUtf8(bytes) ? bytes.toString() : NOT_UTF8;
}

interface Unreadable {
  readonly stamp: string;
  readonly warning: FileWarning;
  /** It could not be read when the service started: what it held before that is not known here. */
  readonly isLost: boolean;
}

/** The collections that warnings are about; every one when they are about something that belongs to none. */
function collectionsOf(warnings: readonly FileWarning[]): readonly CollectionName[] {
  const concerned = COLLECTION_NAMES.filter((name) => warnings.some(({ collection }) => collection === name));
  return warnings.length > 0 && concerned.length === 0 ? COLLECTION_NAMES : concerned;
}

/** The groups of which a file came, went or holds something else. */
function changedGroups(before: ReadonlyMap<string, Known>, after: ReadonlyMap<string, Known>): Set<string> {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return new Set([...paths].filter((path) => before.get(path) !== after.get(path)).map(groupOf));
}

/** What programs and people add to the name of a copy. */
const COPY =
  / - copy(?: \(\d+\))?(?:\/|\.\w+$)| (?:copy(?: \d+)?|\((?:copy|\d{1,2})\))(?:\/|\.\w+$)|\bconflicted copy\b|(?:^|\/)copy of |\.sync-conflict-|-DESKTOP-/i;

/** By the names without their endings, and folder by folder: `2026.yaml` before `2026-27.yaml`; copies come last. */
function inOrder(paths: Iterable<string>): string[] {
  const placeOf = (path: string) => `${Number(COPY.test(path))}${path.replace(/\.\w+$/, '').replaceAll('/', '\0')}`;
  const placed = Array.from(paths, (path) => ({ path, place: placeOf(path) }));
  placed.sort((one, other) => (one.place < other.place || (one.place === other.place && one.path < other.path) ? -1 : 1));
  return placed.map(({ path }) => path);
}

/**
 * Files that repeat items of earlier ones of their group, which are left out, as those of a copy are, or of a file of the same name
 * in another folder; and copies by their names.
 */
function repeatedIn(group: string, paths: readonly string[], files: ReadonlyMap<string, ContentFile>): FileWarning[] {
  const known = new Map<string, string>();
  return paths.flatMap((path) => {
    const ids = (files.get(path)?.items ?? []).flatMap(({ id }) => id ?? []);
    const earlier = ids.flatMap((id) => known.get(id) ?? []);
    for (const id of ids) known.set(id, known.get(id) ?? path);
    const [first] = earlier;
    const isCopy = 'its name is that of a copy, and it counts like any other file. Remove it if it is one; if not, rename it.';
    if (first === undefined) return COPY.test(path) ? [{ collection: group, item: path, why: isCopy }] : [];
    const count = earlier.length === 1 ? 'an item has' : `${earlier.length} items have`;
    const why = `${count} the identity of one in ${first}, which counts. Remove this file if it is a copy; if not, give them an _id of their own.`;
    return [{ collection: group, item: path, why }];
  });
}

/** The content folder, held in memory. */
export type Library = Awaited<ReturnType<typeof openLibrary>>;

/**
 * Opens a content folder. What has no effect as it stands is named through `warn`, and so is its end; a file that cannot be
 * read and a folder that cannot be listed keep their last good content. Throws when the folder itself is not there, unless it
 * `mayBeAway`: then nothing is known of it until it is.
 */
export async function openLibrary(folder: string, warn: (message: string) => void, mayBeAway = false) {
  let found = emptyFolder(folder);
  let files = new Map<string, Known>();
  let register = readRegister([]);
  /** The names of their files, in one spelling: a certificate that lies among the pictures is no picture. */
  let certificates = new Set<string>();
  /** Files that cannot be read, as they were then, and folders that cannot be listed. */
  let unreadable = new Map<string, Unreadable>();
  /** Lists with fewer items than before, by path, and since when (`performance.now()`) they have been as they are. */
  let settling = new Map<string, { readonly stamp: string; readonly since: number }>();
  let isFirstLook = true;
  let isAway = false;
  let warnings: readonly FileWarning[] = [];
  let warningsBody: Body | null = null;
  const bodies = new Map<CollectionName, Body>();
  /** Media that came, changed or went since a collection did: they may have been known with other bytes, also if they were away between. */
  const changedSince = new Set<string>();
  /** Media that went, and since when (`performance.now()`), until their absence is believed. */
  const gone = new Map<string, number>();
  const albums = new Map<string, Item>();
  /** By references that name no file, what was probably meant, '' where nothing is like it: to compare each with all takes long. */
  const meant = new Map<string, string>();

  /** Milliseconds for which names were compared since they are as they are. */
  let sought = 0;
  const forgetMeant = () => {
    meant.clear();
    sought = 0;
  };

  /** What files of a group repeat. */
  const repeated = new Map<string, readonly FileWarning[]>();

  const pathsOf = (group: string) => inOrder(files.keys().filter((path) => groupOf(path) === group));
  const itemsOf = (group: string): Item[] => pathsOf(group).flatMap((path) => files.get(path)?.items ?? []);

  function isSettled(path: string, stamp: string, { items }: ContentFile): boolean {
    if (items.length >= (files.get(path)?.items.length ?? 0)) return true;
    const known = settling.get(path);
    const since = known?.stamp === stamp ? known.since : performance.now();
    settling.set(path, { stamp, since });
    return performance.now() - since >= SETTLING;
  }

  async function read(path: string, { full, stamp, size }: FoundFile): Promise<Known | undefined> {
    const before = files.get(path);
    if (before?.stamp === stamp || unreadable.get(path)?.stamp === stamp) return before;
    const isLost = unreadable.get(path)?.isLost ?? (isFirstLook && !before);
    unreadable.delete(path);
    const text = await textOf(full, size);
    // Gone since the folder was looked at: the next look finds it so.
    if (errorCode(text) === 'ENOENT') return before;
    const content =
      text instanceof Error ? fail('unreadable', `it cannot be read: ${text.message}.`) : readContentFile(path, text);
    if (content.ok) {
      if (!isSettled(path, stamp, content.value)) return before;
      const fields = await fieldsOf(groupOf(path));
      const values = content.value.items.map(({ value }) => value);
      const lost = content.value.lost.map((why) => ({ collection: groupOf(path), item: path, why }));
      return { ...content.value, stamp, warnings: [...lost, ...checkItems(path, values, fields)] };
    }
    const why = `${content.message} ${before || isLost ? 'Its last good content stays.' : 'It is left out until it can be read.'}`;
    unreadable.set(path, { stamp, warning: { collection: groupOf(path), item: path, why }, isLost });
    return before;
  }

  async function readAll({ content, unlisted }: FoundFolder): Promise<Map<string, Known>> {
    const known = new Map<string, Known>();
    const isClosed = (path: string) => unlisted.keys().some((closed) => path === closed || path.startsWith(`${closed}/`));
    unreadable = new Map([...unreadable].filter(([path]) => content.has(path) || isClosed(path)));
    for (const [path, reason] of unlisted) {
      if (isHidden(path) || ![...GROUPS, MEDIA].includes(groupOf(path))) continue;
      const isLost = unreadable.get(path)?.isLost ?? isFirstLook;
      const why = `this folder cannot be listed: ${reason}. What it was last known to hold stays.`;
      unreadable.set(path, { stamp: reason, warning: { collection: groupOf(path), item: `${path}/`, why }, isLost });
    }
    for (const [path, file] of content) {
      if (!isContent(path)) continue;
      const current = await read(path, file);
      if (current) known.set(path, current);
      if (current?.stamp === file.stamp) settling.delete(path);
    }
    settling = new Map([...settling].filter(([path]) => known.has(path)));
    return known;
  }

  /** The file that was probably meant by a reference that names none: of the same name in another folder, or of nearly that name. */
  function meantBy(reference: string): string {
    const names = found.media
      .keys()
      .filter((name) => !certificates.has(name.normalize()))
      .toArray();
    const end = reference.slice(reference.lastIndexOf('/'));
    const moved = end.startsWith('/') ? names.filter((name) => name.endsWith(end)) : [];
    return (moved.length === 1 ? moved[0] : nearestName(reference, names)) ?? '';
  }

  const certificateFile = (name: string) => fileNamed(found.certificates, name) ?? fileNamed(found.media, name);

  /** What is wrong now, what is left out first, by file. A file that cannot be read is wrong in that alone. */
  function currentWarnings(): readonly FileWarning[] {
    const paths = [...found.content.keys()].sort();
    const unlisted = [...found.unlisted.keys()].sort().flatMap((path) => unreadable.get(path)?.warning ?? []);
    const leftOut = paths.flatMap((path) => checkPlace(path) ?? unreadable.get(path)?.warning ?? []);
    const links = [...found.links].sort().flatMap((path) => checkLink(path) ?? []);
    const read = paths.filter((path) => checkPlace(path) === null && !unreadable.has(path));
    const hasFile = (name: string) => certificateFile(name) !== undefined;
    const certificates = read
      .filter((path) => groupOf(path) === CERTIFICATES)
      .flatMap((path) => checkCertificates(path, files.get(path)?.items.map(({ value }) => value) ?? [], hasFile));
    const inItems = read.flatMap((path) => files.get(path)?.warnings ?? []);
    return distinct([...unlisted, ...leftOut, ...links, ...repeated.values().toArray().flat(), ...inItems, ...certificates]);
  }

  /** Of these media, those that are there, and those whose absence is believed now. */
  function settled(changed: readonly string[]): string[] {
    const now = performance.now();
    if (changed.length > 0) forgetMeant();
    for (const name of changed) if (!found.media.has(name)) gone.set(name, now);
    for (const name of gone.keys()) if (found.media.has(name)) gone.delete(name);
    const patience = gone.size > found.media.size ? MOST_WENT : SETTLING;
    const away = [...gone].filter(([, since]) => now - since >= patience).map(([name]) => name);
    for (const name of away) gone.delete(name);
    return [...changed.filter((name) => found.media.has(name)), ...away];
  }

  function takeChangedMedia(): string[] {
    const taken = [...changedSince].filter((name) => !gone.has(name)).flatMap(spellings);
    changedSince.clear();
    return taken;
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

  function findRepeated(groups: ReadonlySet<string>): void {
    for (const group of groups) if (group !== CERTIFICATES) repeated.set(group, repeatedIn(group, pathsOf(group), files));
  }

  /** Takes and tells what is wrong now. The collections that it is about, if it is another. */
  function takeWarnings(now: readonly FileWarning[]): readonly CollectionName[] {
    const { came, went, lines } = difference(warnings, now);
    warnings = now;
    if (came.length + went.length > 0) warningsBody = now.length > 0 ? bodyOf(JSON.stringify(now)) : null;
    for (const line of lines) warn(line);
    return collectionsOf([...came, ...went]);
  }

  /** Throws also where nothing is left of what was there: a disk that is not mounted any more leaves an empty folder in its place. */
  async function look() {
    const now = await lookAt(folder, found);
    if (now.content.size + now.media.size === 0 && found.content.size > 0)
      throw new Error('it holds no file any more, as if its disk were not mounted');
    return now;
  }

  async function refresh() {
    const now = await look().catch((error: Error) => error);
    isAway = now instanceof Error;
    if (now instanceof Error) {
      if (isFirstLook && !mayBeAway) throw now;
      const why = `it cannot be read: ${now.message}. The last good content stays.`;
      const away = { collection: 'content', item: WHOLE_FOLDER, why };
      return { collections: takeWarnings([away, ...currentWarnings()]), media: [] };
    }
    const before = files;
    files = await readAll(now);
    const groups = changedGroups(before, files);
    const changes = changedMedia(found, now);
    found = now;
    const changed = settled(changes);
    const pictures = new Set(changed.map((name) => JSON.stringify(name.normalize())));
    if (!isFirstLook) for (const name of changed) changedSince.add(name);
    if (groups.has(CERTIFICATES)) {
      register = readRegister(itemsOf(CERTIFICATES).map(({ value }) => value));
      certificates = new Set(register.map(({ image }) => image.normalize()));
      forgetMeant();
    }
    const shows = (collection: CollectionName): boolean =>
      pictures.size > 0 &&
      itemsOf(collection).some(({ json }) =>
        json
          .normalize()
          .match(TEXTS)
          ?.some((text) => pictures.has(text)),
      );
    findRepeated(groups);
    const concerned = takeWarnings(currentWarnings());
    isFirstLook = false;
    const isDue = (collection: CollectionName) => concerned.includes(collection) || shows(collection);
    const due = COLLECTION_NAMES.filter((collection) => (groups.has(collection) && renew(collection)) || isDue(collection));
    return { collections: due, media: due.length > 0 ? takeChangedMedia() : [] };
  }

  await refresh();
  return {
    /** Whether the folder has been away since this began. */
    isUnread: () => isFirstLook,
    list: (collection: CollectionName) => bodies.get(collection) ?? EMPTY,
    album: (id: string) => {
      const item = albums.get(id);
      return item ? bodyOf(item.json) : null;
    },
    /** The file of a media reference, or null. */
    media: (reference: string) => {
      if (certificates.has(reference.normalize())) return null;
      return fileNamed(found.media, reference)?.full ?? null;
    },
    /** Whether a picture or file may only be away: the whole folder is, as while it is replaced, or its absence is not believed yet. */
    isAway: (reference: string) => isAway || !existsSync(folder) || spellings(reference).some((name) => gone.has(name)),
    /** Why it is not known whether there is such a picture or file: the folder that may hold it cannot be listed. */
    closedMedia: (reference: string) =>
      [...found.unlisted.keys()]
        .filter((path) => `${MEDIA}/${reference}`.startsWith(`${path}/`))
        .flatMap((path) => unreadable.get(path)?.warning ?? [])[0] ?? null,
    /** The reference of a picture or file that was probably meant by one that names none. */
    mediaMeantBy(reference: string): string | undefined {
      const known = meant.get(reference);
      if (known !== undefined || sought > LONGEST_SEEKING || reference.length > LONGEST_MEANT) return known || undefined;
      const started = performance.now();
      const name = meantBy(reference);
      sought += performance.now() - started;
      meant.set(reference, name);
      return name || undefined;
    },
    /** What of the folder has no effect as it stands; null: everything has. */
    warnings: () => warningsBody,
    /** A file of the collection whose last good content is not known here, but may be known to who asks. */
    lost: (collection: CollectionName) =>
      [...unreadable.values()].find(({ warning, isLost }) => isLost && warning.collection === collection)?.warning ?? null,
    /** The file of the certificate issued for an admission number and its holder's name, or null. */
    certificate: (admission: string, name: string) => {
      if (isFirstLook) throw new Error('the register of certificates is away with the content folder');
      const image = certificateOf(register, admission, name);
      return image === null ? null : (certificateFile(image)?.full ?? null);
    },
    isSettling: () => settling.size + gone.size > 0,
    /** Looks at the folder again. Answers the collections whose answer, pictures or warnings changed, and the media that came, changed or went since. */
    refresh,
    /** Every folder below the content folder, itself included. */
    folders: () => found.folders,
  };
}
