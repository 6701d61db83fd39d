/** What changed in the content between releases, and how it is told. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { addressesFor } from '../engine/addresses.ts';
import type { Comparison, Explanation, RebuildResult, ReleaseSummary } from '../engine/engine.ts';
import { identityToPath } from '../lib/paths.ts';
import { listsOf } from '../snapshot/standing.ts';
import type { CollectionChange, ItemChange } from '../snapshot/sync/types.ts';

export const CHANGES_SCHEMA: readonly string[] = [
  // What changed and is in no release yet; JSON of a `CollectionChange`.
  'CREATE TABLE unpublished(collection TEXT PRIMARY KEY, change TEXT NOT NULL) WITHOUT ROWID',
];

export type Trigger = 'start' | 'webhook' | 'schedule' | 'desk' | 'command' | 'media';

/** What a release is remembered by. */
export interface ReleaseNote {
  readonly trigger: Trigger;
  readonly by?: string;
  readonly pages: number;
  /** Until it was known. */
  readonly milliseconds: number;
  /** The words, the code or a setting that reaches pages had changed. */
  readonly isNewCode: boolean;
  readonly changed: readonly CollectionChange[];
  /** Releases before it that are no longer kept, and whose changes are told here. */
  readonly earlier: number;
}

/** Items of which a change is told. */
const MOST_TOLD = 5;

function joined(earlier: CollectionChange, later: CollectionChange): CollectionChange {
  const known = new Map(later.items.map((item) => [item.id, item]));
  const isNew = (item: ItemChange) => item.kind === 'new';
  const kept = earlier.items.flatMap((item) => {
    const repeated = known.get(item.id);
    if (!repeated) return [item];
    known.delete(item.id);
    if (isNew(item) && repeated.kind === 'gone') return [];
    return [
      { ...repeated, kind: isNew(item) ? item.kind : repeated.kind, fields: [...new Set([...item.fields, ...repeated.fields])] },
    ];
  });
  const both = later.items.length - known.size;
  return {
    collection: later.collection,
    count: earlier.count + later.count - both,
    items: [...kept, ...known.values()].slice(0, MOST_TOLD),
  };
}

export function joinChanges(earlier: readonly CollectionChange[], later: readonly CollectionChange[]): CollectionChange[] {
  const all = new Map(earlier.map((change) => [change.collection, change]));
  for (const change of later) {
    const before = all.get(change.collection);
    all.set(change.collection, before ? joined(before, change) : change);
  }
  return [...all.values()];
}

/** Adds what a sync found to what is in no release yet, within the caller's lock; all of that. */
export function addUnpublished(database: SiteDatabase, synced: readonly CollectionChange[]): CollectionChange[] {
  const changed = synced.filter(({ count }) => count > 0);
  const before = database.column('SELECT change FROM unpublished').map((change) => JSON.parse(change) as CollectionChange);
  const all = joinChanges(before, changed);
  const put = 'INSERT OR REPLACE INTO unpublished VALUES (?, ?)';
  for (const { collection } of changed)
    database.run(put, collection, JSON.stringify(all.find((one) => one.collection === collection)));
  return all;
}

/** After a rebuild: what a rollback holds back stays to be published. */
export function clearUnpublished(database: SiteDatabase, state: RebuildResult['state']): void {
  if (state !== 'held') database.run('DELETE FROM unpublished');
}

const parsed = (note: string) => JSON.parse(note) as ReleaseNote;

export function joinNotes(earlier: string, later: string): string {
  const [before, after] = [parsed(earlier), parsed(later)];
  return JSON.stringify({
    ...after,
    isNewCode: before.isNewCode || after.isNewCode,
    changed: joinChanges(before.changed, after.changed),
    earlier: before.earlier + 1 + after.earlier,
  } satisfies ReleaseNote);
}

/** What had changed of what a page shows when it was rendered last. */
export function changesBehind({ causes, note }: Pick<Explanation, 'causes' | 'note'>): readonly CollectionChange[] {
  if (note === null) return [];
  const read = causes.map((input) => input.split(':'));
  return parsed(note).changed.flatMap((change) => {
    const lists: readonly string[] = listsOf(change.collection);
    const inputs = read.filter(([, list = '']) => lists.includes(list));
    if (inputs.length === 0) return [];
    const items = change.items.filter(({ id }) =>
      inputs.some(([kind, , path]) => kind === 'item' && path === identityToPath(id)),
    );
    if (items.length > 0) return [{ ...change, items, count: items.length }];
    // What reads whole lists may show any item of them.
    return inputs.some(([kind]) => kind !== 'item') ? [change] : [];
  });
}

function itemInWords({ title, kind, fields }: ItemChange): string {
  const what = fields.length > 0 ? fields.join(', ') : 'pictures or files';
  return `“${title}” (${kind === 'changed' ? what : kind})`;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** `news: “Sports day” (new), “Quiz” (title) and 3 more; events: 12 items`. Empty: nothing changed. */
export function changesInWords(changed: readonly CollectionChange[]): string {
  return changed
    .filter(({ count }) => count > 0)
    .map(({ collection, items, count }) => {
      const more = count - items.length;
      const named = items.map(itemInWords).join(', ');
      return `${collection}: ${items.length === 0 ? counted(count, 'item') : `${named}${more > 0 ? ` and ${more} more` : ''}`}`;
    })
    .join('; ');
}

/** `webhook (127.0.0.1)`: who or what asked for a rebuild. */
export function askedBy({
  trigger,
  by,
  isNewCode = false,
}: Pick<ReleaseNote, 'trigger' | 'by'> & { readonly isNewCode?: boolean }) {
  return `${trigger}${by ? ` (${by})` : ''}${isNewCode ? ': words or code changed' : ''}`;
}

/** A release in a line after its time, who asked for it and what that cost, and a line of what changed in the content, or none. */
export function releaseInWords({ release, note, written, removed }: ReleaseSummary, isOldest: boolean): readonly string[] {
  const files = isOldest ? 'the oldest kept' : `${written} files written, ${removed} removed`;
  if (note === null) return [`${release}, ${files}`];
  const known = parsed(note);
  const cost = `${counted(known.pages, 'page')} rendered in ${(known.milliseconds / 1000).toFixed(2)} s`;
  const earlier = known.earlier > 0 ? `with ${known.earlier} before it; ` : '';
  const changes = isOldest ? '' : changesInWords(known.changed);
  return [`${release}, ${askedBy(known)}; ${cost}; ${earlier}${files}`, ...(changes ? [changes] : [])];
}

const MOST_PATHS = 20;

export function comparisonInWords({ from, to, added, changed, removed, notes }: Comparison): readonly string[] {
  const items = changesInWords(notes.map((note) => parsed(note).changed).reduce(joinChanges, []));
  const named = (what: string, paths: readonly string[]) => {
    const pages = paths.filter((path) => path.endsWith('.html')).map((path) => addressesFor(path)[0] ?? path);
    const more = pages.length > MOST_PATHS ? ` and ${pages.length - MOST_PATHS} more` : '';
    const others = paths.length - pages.length;
    const parts = [
      ...(pages.length > 0 ? [`${counted(pages.length, 'page')} (${pages.slice(0, MOST_PATHS).join(', ')}${more})`] : []),
      ...(others > 0 ? [counted(others, 'other file')] : []),
    ];
    return `${what}: ${parts.join(' and ')}`;
  };
  return [
    `From ${from.release} to ${to.release}`,
    `Content: ${items || 'nothing changed'}`,
    ...(added.length > 0 ? [named('New', added)] : []),
    ...(changed.length > 0 ? [named('Changed', changed)] : []),
    ...(removed.length > 0 ? [named('Gone', removed)] : []),
  ];
}
