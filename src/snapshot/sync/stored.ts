/** What the database holds of a collection beside its entries. */
import { randomUUID } from 'node:crypto';
import type { CollectionName } from '../../collections/index.ts';
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import type { Validators } from '../../lib/http.ts';
import { quoted } from '../../service/schemas/reading.ts';
import type { CollectionSync, ItemRow, LeftOut, Note, Stale, StoredCollection, SyncInput, Version, Warning } from './types.ts';

const NEVER = {
  ...{ loaded: false, isDue: true, isForeign: false },
  ...{ response: '', recipe: '', generation: '', validators: null, stale: null },
};

const parsed = <Value>(json: string | null): Value | null => (json === null ? null : JSON.parse(json));

interface CollectionRow extends Version {
  readonly response: string;
  readonly origin: string;
  readonly loaded: number;
  readonly validators: string | null;
  readonly stale: string | null;
}

/** Whether content may stay until a service has answered: that of a school's other address may, and the sample content not. */
function isOfSchool(stored: string, origin: string): boolean {
  const [address = '', school] = stored.split(' ');
  return !address.startsWith('embedded') && school === origin.split(' ')[1];
}

export function storedCollection({ database, origin }: SyncInput, name: CollectionName): StoredCollection {
  const row = database.get<CollectionRow>('SELECT * FROM collection WHERE name = ?', name);
  if (!row) return NEVER;
  if (row.origin !== origin) {
    const isForeign = !isOfSchool(row.origin, origin);
    return { ...NEVER, loaded: row.loaded === 1 && !isForeign, isForeign };
  }
  const { loaded, response, recipe, generation, validators, stale } = row;
  const known = { loaded: loaded === 1, isDue: false, isForeign: false, response, recipe, generation };
  return { ...known, validators: parsed<Validators>(validators), stale: parsed<Stale>(stale) };
}

export function countStored(database: SiteDatabase, name: CollectionName): number {
  return database.value<number>('SELECT count(*) FROM item WHERE collection = ?', name) ?? 0;
}

/** A failure tells nothing of a list that is held as empty; one that goes on for the same reason began with the first. */
function nextStale({ asked, before, failure, held }: CollectionSync, now: number): Stale | null {
  if (held || !asked) return held ?? before.stale;
  if (!failure) return null;
  if (before.stale && (before.stale.held || before.stale.why === failure.message)) return before.stale;
  return { why: failure.message, since: before.stale?.since ?? now, held: false };
}

/** What is to be stored after a sync. `version`: under what its items were read now. */
export function nextCollection(sync: CollectionSync, version: Version, now: number): StoredCollection {
  const { before, list, reading, validators } = sync;
  const isNewResponse = list !== null && !list.previous?.body.equals(list.body);
  return {
    loaded: before.loaded || list !== null,
    isDue: false,
    isForeign: false,
    response: isNewResponse ? randomUUID() : before.response,
    recipe: reading?.isWhole ? version.recipe : before.recipe,
    generation: reading?.isWhole ? version.generation : before.generation,
    validators,
    stale: nextStale(sync, now),
  };
}

export const isSame = (one: StoredCollection, other: StoredCollection): boolean => JSON.stringify(one) === JSON.stringify(other);

export const jsonOrNull = (value: unknown) => (value === null ? null : JSON.stringify(value));

export function storeCollection({ database, origin }: SyncInput, name: CollectionName, next: StoredCollection): void {
  const { loaded, response, recipe, generation, validators, stale } = next;
  const row = [name, origin, loaded ? 1 : 0, response, recipe, generation, jsonOrNull(validators), jsonOrNull(stale)];
  database.run('INSERT OR REPLACE INTO collection VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...row);
}

/** Why a picture or file is not there for which nobody has asked in this process. */
export const NOT_YET = 'it has not come yet';
/** Why a reference is published as missing although it could be had. */
export const WITHDRAWN = 'it is withdrawn';

/** Warnings of an item that are told, of its fields and of its pictures each: one item may name ten thousands of them. */
export const MOST_TOLD = 20;
/** Of a collection: as many are told at the desk, in the status and in each report that is kept. */
const MOST_TOLD_OF_ALL = 200;

export const andMore = (count: number) => `and ${count} more`;

/** The first of a collection's lines; the others are counted. */
class BoundedLines {
  readonly #lines: Warning[] = [];
  #more = 0;

  add(line: () => Warning): void {
    if (this.#lines.length < MOST_TOLD_OF_ALL) this.#lines.push(line());
    else this.#more += 1;
  }

  of(collection: CollectionName): Warning[] {
    return this.#more === 0 ? this.#lines : [...this.#lines, { collection, item: 'other items', why: andMore(this.#more) }];
  }
}

/** What is told of the items of a collection, in their order. */
export function toldOf({ database }: SyncInput, collection: CollectionName): { leftOut: LeftOut[]; warnings: Warning[] } {
  const leftOut = new BoundedLines();
  const warnings = new BoundedLines();
  const isReported = 'collection = ? AND (note IS NOT NULL OR shown = 0)';
  const sql = `SELECT place, id, shown, note, coalesce(entity ->> 'title', entity ->> 'name') AS title
    FROM item WHERE ${isReported} ORDER BY place`;
  const number = 'SELECT count(*) FROM item WHERE collection = ? AND place <= ?';
  type Row = Pick<ItemRow, 'place' | 'id' | 'shown' | 'note'> & { readonly title: string | null };
  for (const { place, id: item, shown, note, title } of database.all<Row>(sql, collection)) {
    const { named, why = '', warnings: lines = [], unknown = [], withdrawn = [] } = parsed<Note>(note) ?? {};
    if (item === null) {
      leftOut.add(() => ({ collection, item: named ?? `#${database.value<number>(number, collection, place)}`, why }));
      continue;
    }
    if (shown === 0) {
      const name = title ? `, ${quoted(title)},` : '';
      const second = { collection, item, why: `an earlier item has the same identity, this one${name} is left out` };
      leftOut.add(() => second);
      warnings.add(() => second);
      continue;
    }
    for (const line of lines) warnings.add(() => ({ collection, item, why: line }));
    const missing = [
      ...unknown.map((reference) => ({ collection, item, reference, why: NOT_YET })),
      ...withdrawn.map((reference) => ({ collection, item, reference, why: WITHDRAWN })),
    ];
    for (const warning of missing.slice(0, MOST_TOLD)) warnings.add(() => warning);
    const more = missing.length - MOST_TOLD;
    if (more > 0) warnings.add(() => ({ collection, item, why: `${andMore(more)} pictures or files that cannot be had` }));
  }
  return { leftOut: leftOut.of(collection), warnings: warnings.of(collection) };
}
