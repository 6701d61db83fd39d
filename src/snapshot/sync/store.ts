/** Writes what a sync has read of a collection, and touches the inputs that are others by it. */
import type { CollectionName, Entity } from '../../collections/index.ts';
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import { identityToPath } from '../../lib/paths.ts';
import { searchRow } from '../searchRows.ts';
import { type EntryList, listsOf, standingIn } from '../standing.ts';
import { jsonOf } from './read.ts';
import { type Entry, type EntryChange, ListTouches } from './touches.ts';
import type { CollectionChange, ItemChange, ItemState, ListReading, Slot, Stretch, SyncInput } from './types.ts';

/** Between the places of two items that came together: room for 32 more that come one by one at the same spot and move no other. */
const GAP = 2 ** 32;

/** The longest run of values that grow, by their indexes: what may stay where it is while the others move. */
function longestGrowing(values: readonly (number | null)[]): Set<number> {
  /** For each length the index of the lowest value that a run of that length may end with. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.set(at, ends[low - 1]);
    ends[low] = at;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.add(at);
  return run;
}

/** Spreads the places of a collection anew. */
function spread(database: SiteDatabase, name: CollectionName): void {
  const numbered = `SELECT row, row_number() OVER (ORDER BY place) * ${GAP} AS place FROM item WHERE collection = ?`;
  database
    .prepare(`UPDATE item SET place = numbered.place FROM (${numbered}) AS numbered WHERE item.row = numbered.row`)
    .run(name);
  database.prepare('UPDATE entry SET place = item.place FROM item WHERE item.row = entry.row AND item.collection = ?').run(name);
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
  const found = database.prepare('SELECT place FROM item WHERE collection = ? ORDER BY place LIMIT 1 OFFSET ?').get(name, index);
  return found ? Number(found.place) : null;
}

/** The places of items that stand where some stored ones stood: as many as can stay where they are. */
function placeItems(database: SiteDatabase, name: CollectionName, { slots, stored, from }: Stretch): number[] {
  const place = database.prepare('SELECT place FROM item WHERE row = ?');
  const now = slots.map((slot) => (slot.stored ? Number(place.get(slot.stored.row)?.place) : null));
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

/** What the search has of an item: its row and places. */
function searched(name: CollectionName, entity: Entity | null): readonly [string | null, string | null] {
  const found = entity && searchRow(name, entity);
  return found ? [found.row, found.places] : [null, null];
}

/** Whether an item is published once it is known to be the first of its identity. */
const shownOf = (state: ItemState) => (state.entity ? 1 : state.isHidden ? null : 0);

/** Changes of entries by list and path: an item may take the place of another one of its identity. */
class EntryChanges {
  readonly #lists = new Map<EntryList, Map<string, { -readonly [Side in keyof EntryChange]: EntryChange[Side] }>>();

  of({ list, path }: Entry) {
    const paths = this.#lists.get(list) ?? new Map();
    this.#lists.set(list, paths);
    const change = paths.get(path) ?? { before: null, after: null };
    paths.set(path, change);
    return change;
  }

  byList(): [EntryList, EntryChange[]][] {
    return Array.from(this.#lists, ([list, paths]) => [list, [...paths.values()]]);
  }
}

/** An item of which the change is told. */
interface ReportedItem {
  readonly affected: Affected;
  readonly item: Entity;
  readonly isGone: boolean;
}

class Storing {
  readonly #input: SyncInput;
  readonly #name: CollectionName;
  readonly #database: SiteDatabase;
  readonly #affected = new Map<number, Affected>();
  readonly #identities = new Set<string>();
  /** What came, by row, so that it need not be read back. */
  readonly #inserted = new Map<number, Entity>();

  constructor(input: SyncInput, name: CollectionName) {
    this.#input = input;
    this.#name = name;
    this.#database = input.database;
  }

  store(reading: ListReading): CollectionChange | null {
    const { slots, stored, waiting } = reading;
    const places = placeItems(this.#database, this.#name, reading);
    const kept = new Set(slots.map((slot) => slot.stored?.row));
    for (const [at, slot] of slots.entries()) this.#put(slot, places[at] ?? 0);
    // Last, so that no item that comes gets the row of one that goes.
    for (const { row } of stored) if (!kept.has(row)) this.#remove(row);
    for (const slot of waiting) this.#put(slot, slot.stored?.place ?? 0);
    this.#showFirstOfEach();
    return this.#writeEntries(reading.fields);
  }

  #remove(row: number): void {
    this.#affect(row);
    this.#database.prepare('DELETE FROM item WHERE row = ?').run(row);
  }

  #put({ stored, raw, state }: Slot, place: number): void {
    if (stored) this.#update(stored.row, state, place, raw);
    else if (state) this.#insert(state, place, raw);
  }

  #insert(state: ItemState, place: number, raw: string): void {
    const { entity, note } = state;
    const inserted = this.#database
      .prepare(
        'INSERT INTO item(collection, place, id, shown, note, entity, raw, search_row, search_places) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        ...[this.#name, place, entity?.id ?? null, shownOf(state), json(note), json(entity), raw],
        ...searched(this.#name, entity),
      );
    if (!entity) return;
    const row = Number(inserted.lastInsertRowid);
    this.#affected.set(row, { row, before: [], entity: null, raw: null });
    this.#inserted.set(row, entity);
    this.#identities.add(entity.id);
  }

  #update(row: number, state: ItemState | null, place: number, raw: string): void {
    const before = this.#database.prepare('SELECT * FROM item WHERE row = ?').get(row);
    const isMoved = before?.place !== place;
    const known = [before?.entity ?? null, before?.search_row ?? null, before?.search_places ?? null];
    const made = state ? [json(state.entity), ...searched(this.#name, state.entity)] : known;
    const note = state ? json(state.note) : (before?.note ?? null);
    // Other code may make other rows for the search of the same entity.
    const isOther = made.some((value, at) => value !== known[at]);
    if (!isMoved && !isOther && before?.note === note && before?.raw === raw) return;
    if (isMoved || isOther) this.#affect(row);
    const id = state ? (state.entity?.id ?? null) : (before?.id ?? null);
    const shown = state && (isOther || !state.entity) ? shownOf(state) : (before?.shown ?? null);
    this.#database
      .prepare(
        'UPDATE item SET place = ?, id = ?, shown = ?, note = ?, raw = ?, entity = ?, search_row = ?, search_places = ? WHERE row = ?',
      )
      .run(place, id, shown, note, raw, ...made, row);
    if (typeof id === 'string') this.#identities.add(id);
  }

  /** Remembers how an item stood. */
  #affect(row: number): void {
    if (this.#affected.has(row)) return;
    const found = this.#database.prepare('SELECT id, entity, raw FROM item WHERE row = ?').get(row);
    if (typeof found?.id === 'string') this.#identities.add(found.id);
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
    const [entity, raw] = [textOf(found?.entity), textOf(found?.raw)];
    this.#affected.set(row, { row, before: this.#entriesOf(row), entity, raw });
  }

  #entriesOf(row: number): Entry[] {
    return this.#database
      .prepare('SELECT list, path, row, rank, place, day, grp, weight FROM entry WHERE row = ?')
      .all(row)
      .map((entry) => ({
        list: entry.list as EntryList,
        path: String(entry.path),
        row,
        rank: Number(entry.rank),
        place: Number(entry.place),
        day: entry.day === null ? null : String(entry.day),
        group: String(entry.grp),
        weight: Number(entry.weight),
      }));
  }

  /** Of several items with one identity the first is published. */
  #showFirstOfEach(): void {
    const same = this.#database.prepare('SELECT row, shown FROM item WHERE collection = ? AND id = ? ORDER BY place');
    const show = this.#database.prepare('UPDATE item SET shown = ? WHERE row = ?');
    for (const id of this.#identities) {
      for (const [at, { row, shown }] of same.all(this.#name, id).entries()) {
        if (shown === (at === 0 ? 1 : 0)) continue;
        this.#affect(Number(row));
        show.run(at === 0 ? 1 : 0, Number(row));
      }
    }
  }

  /** The entries of an item as it is now. */
  #entriesNow(row: number, place: number, entity: Entity): Entry[] {
    return listsOf(this.#name).flatMap((list) => {
      const standing = standingIn(list, entity);
      return standing ? [{ list, path: identityToPath(entity.id), row, place, ...standing }] : [];
    });
  }

  #writeEntries(fields: readonly string[]): CollectionChange | null {
    const changes = new EntryChanges();
    const changed = [...this.#affected.values()].flatMap((affected) => this.#changeOf(affected, changes) ?? []);
    if (changed.length === 0) return null;
    const touches = changes.byList().map(([list, all]) => new ListTouches(this.#database, this.#input.inputs, list, all));
    for (const each of touches) each.look('before');
    for (const [, all] of changes.byList()) for (const change of all) this.#writeEntry(change);
    for (const each of touches) {
      each.look('after');
      each.touch();
    }
    const items = changed.slice(0, MOST_TOLD).map((one) => this.#itemChange(one, fields));
    return { collection: this.#name, count: changed.length, items };
  }

  /** Notes how the entries of an item change; gives the item as it is, or was, published. */
  #changeOf(affected: Affected, changes: EntryChanges): ReportedItem | null {
    const { row, before, entity } = affected;
    const now = this.#database.prepare('SELECT place FROM item WHERE row = ? AND shown = 1').get(row);
    const after = now ? (this.#inserted.get(row) ?? this.#entityOf(row)) : null;
    for (const entry of before) changes.of(entry).before = entry;
    if (after) for (const entry of this.#entriesNow(row, Number(now?.place), after)) changes.of(entry).after = entry;
    if (after) return { affected, item: after, isGone: false };
    return before.length === 0 || entity === null ? null : { affected, item: JSON.parse(entity) as Entity, isGone: true };
  }

  #entityOf(row: number): Entity {
    return JSON.parse(String(this.#database.prepare('SELECT entity FROM item WHERE row = ?').get(row)?.entity)) as Entity;
  }

  #itemChange({ affected: { row, before, entity, raw }, item, isGone }: ReportedItem, fields: readonly string[]): ItemChange {
    const named = { id: item.id, title: titleOf(item) || item.id, fields: [] };
    if (isGone) return { ...named, kind: 'gone' };
    if (before.length === 0) return { ...named, kind: 'new' };
    const now = this.#database.prepare('SELECT entity, raw FROM item WHERE row = ?').get(row);
    if (now?.entity === entity) return { ...named, kind: 'moved' };
    const [was, is] = [raw, String(now?.raw)].map((bytes) => (bytes === null ? {} : jsonOf(bytes)) as Record<string, unknown>);
    return { ...named, kind: 'changed', fields: fields.filter((field) => json(was?.[field]) !== json(is?.[field])) };
  }

  #writeEntry({ before, after }: EntryChange): void {
    if (after) {
      const { list, path, row, rank, place, day, group, weight } = after;
      this.#database
        .prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
        .run(list, path, row, rank, place, day, group, weight);
    } else if (before) {
      this.#database.prepare('DELETE FROM entry WHERE list = ? AND path = ?').run(before.list, before.path);
    }
  }
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

const titleOf = (entity: Entity) => ('title' in entity ? entity.title : 'name' in entity ? entity.name : '');

/** Writes what was read of a collection; null: nothing that is published is another. */
export function storeItems(input: SyncInput, name: CollectionName, reading: ListReading): CollectionChange | null {
  return new Storing(input, name).store(reading);
}
