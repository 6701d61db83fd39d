/** Where items stand in the service's order: numbers with gaps, so that one that comes moves no other. */
import type { CollectionName } from '../../collections/index.ts';
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import type { Stretch } from './types.ts';

/** Between two items that came together: room for 32 more that come one by one at the same spot. */
const GAP = 2 ** 32;

/** The longest run of values that grow, by their indexes: what may stay where it is while the others move. */
export function longestGrowing(values: readonly (number | null)[]): Set<number> {
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
export function placeItems(database: SiteDatabase, name: CollectionName, { slots, stored, from }: Stretch): number[] {
  const place = database.prepare('SELECT place FROM item WHERE row = ?');
  const now = slots.map((slot) => (slot.stored ? Number(place.get(slot.stored.row)?.place) : null));
  const staying = longestGrowing(now);
  const last = placeAt(database, name, from + stored.length);
  let low = placeAt(database, name, from - 1);
  const places: number[] = [];
  for (let at = 0; at <= slots.length; at += 1) {
    if (at < slots.length && !staying.has(at)) continue;
    const high = at < slots.length ? (now[at] ?? null) : last;
    const made = between(at - places.length, low, high);
    if (!made) {
      spread(database, name);
      return placeItems(database, name, { slots, stored, from });
    }
    places.push(...made);
    if (high !== null && at < slots.length) places.push(high);
    low = high;
  }
  return places;
}
