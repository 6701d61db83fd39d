/** Which inputs (`source.ts`) are others when items of a list come, go, move or have other words. */
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import type { InputKey } from '../../engine/types.ts';
import type { EntryList, Standing } from '../standing.ts';
import type { InputBook } from './types.ts';

/** A row of the table `entry`. */
export interface Entry extends Standing {
  readonly list: EntryList;
  readonly path: string;
  readonly row: number;
  readonly place: number;
}

/** An entry that is another one, or of an item with other words. */
export interface EntryChange {
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

/** The changes of one list. Neighbours and ranks are looked up while the table holds that side of the changes. */
export class ListTouches {
  readonly #database: SiteDatabase;
  readonly #inputs: InputBook;
  readonly #list: EntryList;
  readonly #changes: readonly EntryChange[];
  readonly #touched = new Set<InputKey>();
  /** Slices that some query has read: from, to. */
  readonly #slices: (readonly [from: number, to: number, input: InputKey])[];
  readonly #coming: readonly InputKey[];
  readonly #past: readonly InputKey[];

  constructor(database: SiteDatabase, inputs: InputBook, list: EntryList, changes: readonly EntryChange[]) {
    this.#database = database;
    this.#inputs = inputs;
    this.#list = list;
    this.#changes = changes;
    this.#slices = this.#recorded('slice').map((input) => {
      const [, , from, count] = input.split(':');
      return [Number(from), Number(from) + Number(count), input];
    });
    this.#coming = this.#recorded('coming');
    this.#past = this.#recorded('past');
    if (changes.some(isMoved)) this.#touched.add(`skeleton:${list}`);
    if (changes.length <= MANY) return;
    for (const kind of ['item', 'beside', 'slice', 'group', 'on', 'coming', 'past'])
      for (const input of this.#recorded(kind)) this.#touched.add(input);
  }

  /** Looks at what is in the table now. */
  look(side: 'before' | 'after'): void {
    if (this.#changes.length > MANY) return;
    for (const change of this.#changes) {
      const entry = change[side];
      if (entry) this.#lookAt(entry, isMoved(change));
    }
  }

  /** Touches all that was found. */
  touch(): void {
    this.#inputs.touch(this.#touched);
  }

  #lookAt({ path, rank, place, day, group }: Entry, moved: boolean): void {
    const list = this.#list;
    for (const input of [`item:${list}:${path}`, `beside:${list}:${path}`, `group:${list}:${group}`]) this.#touched.add(input);
    const neighbour = (where: string, order: string) =>
      this.#database
        .prepare(`SELECT path FROM entry WHERE list = ? AND ${where} ORDER BY ${order} LIMIT 1`)
        .get(list, rank, place);
    for (const found of [neighbour(AHEAD, 'rank DESC, place DESC'), neighbour(BEHIND, 'rank, place')])
      if (found) this.#touched.add(`beside:${list}:${found.path}`);
    if (day !== null) this.#touched.add(`on:${list}:${day}`);
    for (const input of this.#coming) if (day !== null && day >= dayOf(input)) this.#touched.add(input);
    for (const input of this.#past) if (day === null || day < dayOf(input)) this.#touched.add(input);
    this.#touchSlices(rank, place, moved);
  }

  #touchSlices(rank: number, place: number, moved: boolean): void {
    const end = Math.max(0, ...this.#slices.map(([, to]) => to));
    if (end === 0) return;
    // In order, so that the index is read and not the whole list.
    const ahead = `SELECT 1 FROM entry WHERE list = ? AND ${AHEAD} ORDER BY rank, place LIMIT ?`;
    const at = Number(this.#database.prepare(`SELECT count(*) AS at FROM (${ahead})`).get(this.#list, rank, place, end)?.at ?? 0);
    for (const [from, to, input] of this.#slices) if (at < to && (moved || at >= from)) this.#touched.add(input);
  }

  #recorded(kind: string): InputKey[] {
    return [...this.#inputs.recorded(`${kind}:${this.#list}:`)];
  }
}

const dayOf = (input: InputKey) => input.slice(input.lastIndexOf(':') + 1);
