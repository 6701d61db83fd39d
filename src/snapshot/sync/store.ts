/** Writes what a sync has read of a collection, and touches the inputs that are others by it. */
import type { CollectionName, Entity } from '../../collections/index.ts';
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import { recordedInputs, touch } from '../../engine/traces.ts';
import type { InputKey } from '../../engine/types.ts';
import { identityToPath } from '../../lib/paths.ts';
import { searchRow } from '../searchRows.ts';
import { type EntryList, listsOf, type Standing, standingIn } from '../standing.ts';
import { firstItem, jsonOf } from './split.ts';
import { jsonOrNull } from './stored.ts';
import type { CollectionChange, ItemChange, ItemRow, ItemState, ListReading, Slot, Stretch, SyncInput } from './types.ts';

/** Between the places of two items that came together: room for 32 more that come one by one at the same spot and move no other. */
const GAP = 2 ** 32;

/** The longest run of values that grow, by their indexes: what may stay where it is while the others move. */
function longestGrowing(values: readonly (number | null)[]): Set<number> {
  /** For each length the index of the lowest value that a run of that length may end with. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const place = firstItem(ends.length, (end) => (values[ends[end] ?? 0] ?? 0) >= value);
    previous.set(at, ends[place - 1]);
    ends[place] = at;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.add(at);
  return run;
}

function spread(database: SiteDatabase, name: CollectionName): void {
  const numbered = `SELECT row, row_number() OVER (ORDER BY place) * ${GAP} AS place FROM item WHERE collection = ?`;
  database.run(`UPDATE item SET place = numbered.place FROM (${numbered}) AS numbered WHERE item.row = numbered.row`, name);
  database.run('UPDATE entry SET place = item.place FROM item WHERE item.row = entry.row AND item.collection = ?', name);
}

/** The places of `count` items between two others, null where there is none; null when there is no room. */
function between(count: number, low: number | null, high: number | null): number[] | null {
  const step = low === null || high === null ? GAP : Math.floor((high - low) / (count + 1));
  const start = low ?? (high === null ? 0 : high - GAP * (count + 1));
  return step < 1 ? null : Array.from({ length: count }, (_, at) => start + step * (at + 1));
}

/** The place of the item at an index of the stored list; null when there is none. */
function placeAt(database: SiteDatabase, name: CollectionName, index: number): number | null {
  if (index < 0) return null;
  return database.value<number>('SELECT place FROM item WHERE collection = ? ORDER BY place LIMIT 1 OFFSET ?', name, index);
}

/** The places of items that stand where some stored ones stood: as many as can stay where they are. */
function placeItems(database: SiteDatabase, name: CollectionName, { slots, stored, from }: Stretch): number[] {
  const place = 'SELECT place FROM item WHERE row = ?';
  const now = slots.map(({ stored: item }) => (item ? database.value<number>(place, item.row) : null));
  const staying = longestGrowing(now);
  const last = placeAt(database, name, from + stored.length);
  let low = placeAt(database, name, from - 1);
  const places: number[] = [];
  for (let at = 0; at <= slots.length; at += 1) {
    if (at < slots.length && !staying.has(at)) continue;
    const high = at < slots.length ? (now[at] ?? null) : last;
    const fresh = between(at - places.length, low, high);
    if (!fresh) {
      spread(database, name);
      return placeItems(database, name, { slots, stored, from });
    }
    places.push(...fresh);
    if (high !== null && at < slots.length) places.push(high);
    low = high;
  }
  return places;
}

/** A row of the table `entry`. */
interface Entry extends Standing {
  readonly list: EntryList;
  readonly path: string;
  readonly row: number;
  readonly place: number;
}

/** An entry that is another one, or of an item with other words. */
interface EntryChange {
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/** More changes than these touch everything that was read of their list: to look for each one's neighbours would take longer. */
const MANY = 1000;

function isMoved({ before, after }: EntryChange): boolean {
  if (!before || !after) return true;
  const keys = ['rank', 'place', 'day', 'group', 'weight'] as const;
  return keys.some((key) => before[key] !== after[key]);
}

const AHEAD = '(rank, place) < (?, ?)';
const BEHIND = '(rank, place) > (?, ?)';

/**
 * Adds to `touched` the inputs (`source.ts`) that are others when items of a list come, go, move or have other words. Neighbours
 * and ranks are looked up while the table holds that side of the changes: to be called before and after it takes them.
 */
function createTouches(
  database: SiteDatabase,
  list: EntryList,
  changes: readonly EntryChange[],
  touched: Set<InputKey>,
): (side: 'before' | 'after') => void {
  const recorded = (kind: string) => recordedInputs(database, `${kind}:${list}:`);
  const add = (found: Iterable<InputKey>) => {
    for (const input of found) touched.add(input);
  };
  if (changes.some(isMoved)) touched.add(`skeleton:${list}`);
  if (changes.length > MANY) {
    add(['item', 'beside', 'slice', 'group', 'on', 'coming', 'past'].flatMap(recorded));
    return () => {};
  }
  const coming = recorded('coming');
  const past = recorded('past');
  const slices = recorded('slice').map((input) => {
    const [, , from, count] = input.split(':');
    return { input, from: Number(from), to: Number(from) + Number(count) };
  });
  const end = Math.max(0, ...slices.map(({ to }) => to));

  function lookAt({ path, rank, place, day, group }: Entry, moved: boolean): void {
    add([`item:${list}:${path}`, `beside:${list}:${path}`, `group:${list}:${group}`]);
    const neighbour = (where: string, order: string) =>
      database.column(`SELECT path FROM entry WHERE list = ? AND ${where} ORDER BY ${order} LIMIT 1`, list, rank, place);
    for (const found of [...neighbour(AHEAD, 'rank DESC, place DESC'), ...neighbour(BEHIND, 'rank, place')])
      touched.add(`beside:${list}:${found}`);
    if (day !== null) touched.add(`on:${list}:${day}`);
    add(coming.filter((input) => day !== null && day >= dayOf(input)));
    add(past.filter((input) => day === null || day < dayOf(input)));
    if (end === 0) return;
    // In order, so that the index is read and not the whole list.
    const ahead = `SELECT 1 FROM entry WHERE list = ? AND ${AHEAD} ORDER BY rank, place LIMIT ?`;
    const at = database.value<number>(`SELECT count(*) FROM (${ahead})`, list, rank, place, end) ?? 0;
    for (const { input, from, to } of slices) if (at < to && (moved || at >= from)) touched.add(input);
  }

  return (side) => {
    for (const change of changes) if (change[side]) lookAt(change[side], isMoved(change));
  };
}

const dayOf = (input: InputKey) => input.slice(input.lastIndexOf(':') + 1);

/** Items of which a change tells the titles. */
const MOST_TOLD = 5;

/** An item whose row, place or words are others. */
interface Affected {
  readonly row: number;
  readonly before: readonly Entry[];
  /** Its stored entity before, JSON, and the bytes that it was read from. */
  readonly entity: string | null;
  readonly raw: string | null;
}

const COLUMNS = 'place, id, shown, note, raw, entity, search_row, search_places';

/** What is stored of an item as it was read: its id and note, and its entity with what the search has of it. */
function columnsOf(name: CollectionName, { entity, note }: ItemState) {
  const found = entity && searchRow(name, entity);
  const columns = [jsonOrNull(entity), found?.row ?? null, found?.places ?? null];
  return { id: entity?.id ?? null, note: jsonOrNull(note), columns };
}

/** Whether an item is published once it is known to be the first of its identity. */
const shownOf = (state: ItemState) => (state.entity ? 1 : state.isHidden ? null : 0);

const titleOf = (entity: Entity) => ('title' in entity ? entity.title : 'name' in entity ? entity.name : '');

/** Writes what was read of a collection; null: nothing that is published is another. */
export function storeItems(input: SyncInput, name: CollectionName, reading: ListReading): CollectionChange | null {
  const { database } = input;
  const affected = new Map<number, Affected>();
  const identities = new Set<string>();
  /** What came, by row, so that it need not be read back. */
  const inserted = new Map<number, Entity>();
  /** Changes of entries by list and path: an item may take the place of another one of its identity. */
  const changes = new Map<EntryList, Map<string, EntryChange>>();

  /** Remembers how an item stood. */
  function affect(row: number): void {
    if (affected.has(row)) return;
    const found = database.get<Pick<ItemRow, 'id' | 'entity' | 'raw'>>('SELECT id, entity, raw FROM item WHERE row = ?', row);
    if (found?.id) identities.add(found.id);
    const sql = 'SELECT list, path, row, rank, place, day, grp AS "group", weight FROM entry WHERE row = ?';
    affected.set(row, { row, before: database.all(sql, row), entity: found?.entity ?? null, raw: found?.raw ?? null });
  }

  function insert(state: ItemState, place: number, raw: string): void {
    const { id, note, columns } = columnsOf(name, state);
    const { lastInsertRowid } = database
      .prepare(`INSERT INTO item(collection, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(name, place, id, shownOf(state), note, raw, ...columns);
    const { entity } = state;
    if (!entity) return;
    const row = Number(lastInsertRowid);
    affected.set(row, { row, before: [], entity: null, raw: null });
    inserted.set(row, entity);
    identities.add(entity.id);
  }

  function update(row: number, state: ItemState | null, place: number, raw: string): void {
    const before = database.get<ItemRow>(`SELECT ${COLUMNS} FROM item WHERE row = ?`, row);
    if (!before) throw new Error(`The item ${row} of ${name} is not stored.`);
    const isMoved = before.place !== place;
    const known = [before.entity, before.search_row, before.search_places];
    const { id, note, columns } = state ? columnsOf(name, state) : { ...before, columns: known };
    // Other code may make other rows for the search of the same entity.
    const isOther = columns.some((value, at) => value !== known[at]);
    if (!isMoved && !isOther && before.note === note && before.raw === raw) return;
    if (isMoved || isOther) affect(row);
    const shown = state && (isOther || !state.entity) ? shownOf(state) : before.shown;
    const sql = `UPDATE item SET (${COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?) WHERE row = ?`;
    database.run(sql, place, id, shown, note, raw, ...columns, row);
    if (id !== null) identities.add(id);
  }

  function put({ stored, raw, state }: Slot, place: number): void {
    if (stored) update(stored.row, state, place, raw);
    else if (state) insert(state, place, raw);
  }

  /** Of several items with one identity the first is published. */
  function showFirstOfEach(): void {
    const sql = 'SELECT row, shown FROM item WHERE collection = ? AND id = ? ORDER BY place';
    for (const id of identities) {
      const same = database.all<{ readonly row: number; readonly shown: number }>(sql, name, id);
      for (const [at, { row, shown }] of same.entries()) {
        if (shown === (at === 0 ? 1 : 0)) continue;
        affect(row);
        database.run('UPDATE item SET shown = ? WHERE row = ?', at === 0 ? 1 : 0, row);
      }
    }
  }

  function noteSide(entry: Entry, side: keyof EntryChange): void {
    const paths = changes.get(entry.list) ?? new Map<string, EntryChange>();
    changes.set(entry.list, paths);
    paths.set(entry.path, { before: null, after: null, ...paths.get(entry.path), [side]: entry });
  }

  /** Notes how the entries of an item change; gives the item as it is, or was, published. */
  function changeOf(one: Affected) {
    const { row, before, entity } = one;
    for (const entry of before) noteSide(entry, 'before');
    const place = database.value<number>('SELECT place FROM item WHERE row = ? AND shown = 1', row);
    if (place === null)
      return before.length === 0 || entity === null ? null : { affected: one, item: JSON.parse(entity) as Entity, isGone: true };
    const readBack = () => JSON.parse(database.value('SELECT entity FROM item WHERE row = ?', row) ?? '') as Entity;
    const item = inserted.get(row) ?? readBack();
    for (const list of listsOf(name)) {
      const standing = standingIn(list, item);
      if (standing) noteSide({ list, path: identityToPath(item.id), row, place, ...standing }, 'after');
    }
    return { affected: one, item, isGone: false };
  }

  function itemChange({ affected, item, isGone }: NonNullable<ReturnType<typeof changeOf>>): ItemChange {
    const { row, before, entity, raw } = affected;
    const named = { id: item.id, title: titleOf(item) || item.id, fields: [] };
    if (isGone) return { ...named, kind: 'gone' };
    if (before.length === 0) return { ...named, kind: 'new' };
    const now = database.get<Pick<ItemRow, 'entity' | 'raw'>>('SELECT entity, raw FROM item WHERE row = ?', row);
    if (now?.entity === entity) return { ...named, kind: 'moved' };
    const [was, is] = [raw, now?.raw ?? ''].map((bytes) => (bytes === null ? {} : jsonOf(bytes)) as Record<string, unknown>);
    const isOther = (field: string) => jsonOrNull(was?.[field]) !== jsonOrNull(is?.[field]);
    return { ...named, kind: 'changed', fields: reading.fields.filter(isOther) };
  }

  function writeEntry({ before, after }: EntryChange): void {
    if (after) {
      const { list, path, row, rank, place, day, group, weight } = after;
      const sql = 'INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
      database.run(sql, list, path, row, rank, place, day, group, weight);
    } else if (before) {
      database.run('DELETE FROM entry WHERE list = ? AND path = ?', before.list, before.path);
    }
  }

  const { slots, stored, waiting } = reading;
  const places = placeItems(database, name, reading);
  const kept = new Set(slots.map((slot) => slot.stored?.row));
  for (const [at, slot] of slots.entries()) put(slot, places[at] ?? 0);
  // Last, so that no item that comes gets the row of one that goes.
  for (const { row } of stored) {
    if (kept.has(row)) continue;
    affect(row);
    database.run('DELETE FROM item WHERE row = ?', row);
  }
  for (const slot of waiting) put(slot, slot.stored?.place ?? 0);
  showFirstOfEach();

  const changed = [...affected.values()].flatMap((one) => changeOf(one) ?? []);
  if (changed.length === 0) return null;
  const touched = new Set<InputKey>();
  const looks = Array.from(changes, ([list, all]) => createTouches(database, list, [...all.values()], touched));
  for (const look of looks) look('before');
  for (const all of changes.values()) for (const change of all.values()) writeEntry(change);
  for (const look of looks) look('after');
  touch(database, touched);
  return { collection: name, count: changed.length, items: changed.slice(0, MOST_TOLD).map(itemChange) };
}
