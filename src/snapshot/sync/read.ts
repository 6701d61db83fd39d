/**
 * Finds the items of a collection that are new, changed, moved or gone, and reads those that have to be read; the others
 * stay as they are stored.
 */
import { COLLECTIONS, type CollectionName } from '../../collections/index.ts';
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import { fail } from '../../lib/result.ts';
import type { ReadingContext } from '../../service/schemas/reading.ts';
import type { Media } from '../../types/media.ts';
import { type AlignedList, bytesOf, countOf, jsonOf } from './split.ts';
import { andMore, countStored, MOST_TOLD } from './stored.ts';
import type {
  CollectionSync,
  ItemState,
  ListReading,
  MediaLookup,
  Note,
  Slot,
  StoredCollection,
  StoredItem,
  Stretch,
  SyncInput,
  Version,
} from './types.ts';

const MISSING: Media = { kind: 'missing' };

/** Loads what reads items; done only when there is something to read, and the sanitiser only where there is HTML: both cost start time. */
async function loadReader(name: CollectionName, { timeZone: zone, closureMark }: SyncInput) {
  const { richText, schema } = COLLECTIONS[name];
  const { read } = await schema();
  const sanitise = richText ? (await import('../../service/schemas/richText.ts')).sanitiseRichText : () => '';
  const readItem = (value: unknown, context: Pick<ReadingContext, 'media' | 'warn'>) =>
    read(value, { zone, closureMark, sanitise, ...context });
  return { readItem, fields: Object.keys(read.fields) };
}

type ReadItem = Awaited<ReturnType<typeof loadReader>>['readItem'];

const COLUMNS = 'SELECT row, place, id, raw FROM item WHERE collection = ?';

/** How many items are the same at the front, or at the back, of the response and of what is stored. */
function sameItems(database: SiteDatabase, name: CollectionName, list: AlignedList, order: 'ASC' | 'DESC', most: number): number {
  let same = 0;
  for (const { raw } of database.iterate<StoredItem>(`${COLUMNS} ORDER BY place ${order} LIMIT ?`, name, most)) {
    if (raw !== bytesOf(list, order === 'ASC' ? same : countOf(list) - 1 - same).toString()) break;
    same += 1;
  }
  return same;
}

function differentStretch(database: SiteDatabase, name: CollectionName, list: AlignedList): Stretch {
  const storedCount = countStored(database, name);
  const most = Math.min(countOf(list), storedCount);
  const { previous } = list;
  const front = previous ? list.sameFront : sameItems(database, name, list, 'ASC', most);
  const back = previous ? list.sameBack : sameItems(database, name, list, 'DESC', most - front);
  const rest = storedCount - front - back;
  const inside = database.all<StoredItem>(`${COLUMNS} ORDER BY place LIMIT ? OFFSET ?`, name, rest, front);
  return { from: front, slots: matchBytes(list, front, countOf(list) - back, inside), stored: inside };
}

/** Items of the response, each with the stored one of the same bytes: lists get reordered. */
function matchBytes(list: AlignedList, from: number, to: number, stored: readonly StoredItem[]): Slot[] {
  const known = Map.groupBy(stored.toReversed(), ({ raw }) => raw);
  return Array.from({ length: to - from }, (_, at) => {
    const raw = bytesOf(list, from + at).toString();
    return { raw, stored: known.get(raw)?.pop() ?? null, state: null };
  });
}

/** Lets items that were read go on from the stored ones with their identities. */
function matchIdentities(slots: readonly Slot[], stored: readonly StoredItem[]): void {
  const used = new Set(slots.map((slot) => slot.stored));
  const left = new Map(stored.flatMap((item) => (used.has(item) || item.id === null ? [] : [[item.id, item] as const])));
  for (const slot of slots) {
    const id = slot.state?.entity?.id;
    if (slot.stored || id === undefined) continue;
    slot.stored = left.get(id) ?? null;
    left.delete(id);
  }
}

/** Whether every item must be read, whatever its bytes: by other code, in another zone, with other media. */
function readsAll(input: SyncInput, before: StoredCollection, version: Version): boolean {
  const isSameVersion = before.recipe === version.recipe && before.generation === version.generation;
  return Boolean(input.force || input.refreshMedia || !before.loaded || !isSameVersion);
}

/** What is noted of the stored items that wait for media, by row. */
function waitingNotes(database: SiteDatabase, name: CollectionName): Map<number, Note> {
  const waits = "note IS NOT NULL AND note ->> 'unknown' IS NOT NULL";
  const sql = `SELECT row, note FROM item WHERE collection = ? AND ${waits} ORDER BY place`;
  const rows = database.all<{ readonly row: number; readonly note: string }>(sql, name);
  return new Map(rows.map(({ row, note }) => [row, JSON.parse(note) as Note]));
}

/** Why a list of which one item is malformed inside fails as a whole. */
export function malformedMessage(name: CollectionName): string {
  return `The content service answered ${name} with JSON that is malformed.`;
}

/** Many items show the same pictures. */
export function lookingUpOnce(peek: MediaLookup): MediaLookup {
  const known = new Map<string, Media | undefined>();
  return (reference) => {
    if (!known.has(reference)) known.set(reference, peek(reference));
    return known.get(reference);
  };
}

function readItemState(readItem: ReadItem, value: unknown, peek: MediaLookup): ItemState {
  const unknown = new Set<string>();
  const withdrawn = new Set<string>();
  const warnings: string[] = [];
  let more = 0;
  const { named, reading } = readItem(value, {
    media(reference) {
      const media = peek(reference);
      if (media === undefined) unknown.add(reference);
      else if (media.kind === 'missing') withdrawn.add(reference);
      return media ?? MISSING;
    },
    warn(why) {
      if (warnings.length < MOST_TOLD) warnings.push(why);
      else more += 1;
    },
  });
  if (reading.kind === 'hidden') return { entity: null, isHidden: true, note: null };
  if (reading.kind === 'unreadable') return { entity: null, isHidden: false, note: { named, why: reading.why } };
  if (more > 0) warnings.push(andMore(more));
  const note: Note = {
    ...(warnings.length > 0 && { warnings }),
    ...(unknown.size > 0 && { unknown: [...unknown] }),
    ...(withdrawn.size > 0 && { withdrawn: [...withdrawn] }),
  };
  return { entity: reading.entity, isHidden: false, note: Object.keys(note).length > 0 ? note : null };
}

function stretchOf({ database }: SyncInput, { name, before, list }: CollectionSync, isWhole: boolean): Stretch {
  if (list && !isWhole) return differentStretch(database, name, list);
  const stored = isWhole || before.isForeign ? database.all<StoredItem>(`${COLUMNS} ORDER BY place`, name) : [];
  if (list) return { from: 0, slots: matchBytes(list, 0, countOf(list), stored), stored };
  // What another school had is dropped.
  const kept = before.isForeign ? [] : stored;
  return { from: 0, slots: kept.map((item) => ({ stored: item, raw: item.raw, state: null })), stored };
}

/** Reads what has to be read of a collection. A response with a malformed item is a failure as a whole. */
export async function readCollection(input: SyncInput, sync: CollectionSync, version: Version): Promise<CollectionSync> {
  const { name, before, list } = sync;
  const { database } = input;
  const isWhole = readsAll(input, before, version) && (list !== null || before.loaded);
  const { from, slots, stored } = stretchOf(input, sync, isWhole);
  const notes = waitingNotes(database, name);
  if (slots.length + stored.length + notes.size === 0 && !isWhole) return sync;
  const { readItem, fields } = await loadReader(name, input);
  const lookup: MediaLookup = input.refreshMedia ? () => undefined : lookingUpOnce(input.media.peek);
  for (const slot of slots) {
    if (slot.stored && !isWhole) continue;
    const value = jsonOf(slot.raw);
    if (value === undefined) {
      return { ...sync, validators: before.validators, list: null, failure: fail('unreadable', malformedMessage(name)) };
    }
    slot.state = readItemState(readItem, value, lookup);
  }
  matchIdentities(slots, stored);
  const inside = new Set(stored.map(({ row }) => row));
  const waiting = [...notes.keys()].flatMap((row): Slot[] => {
    const item = inside.has(row) ? null : database.get<StoredItem>(`${COLUMNS} AND row = ?`, name, row);
    return item ? [{ stored: item, raw: item.raw, state: null }] : [];
  });
  const all = [...slots, ...waiting];
  const unknownIn = ({ state, stored: item }: Slot) => (state ? state.note : item && notes.get(item.row))?.unknown ?? [];
  const reading: ListReading = {
    ...{ from, slots, stored, waiting, isWhole, fields },
    unknown: () => all.map(unknownIn).filter((references) => references.length > 0),
    reread(peek) {
      for (const slot of all)
        if (unknownIn(slot).some((reference) => peek(reference) !== undefined))
          slot.state = readItemState(readItem, jsonOf(slot.raw), peek);
    },
  };
  return { ...sync, reading };
}
