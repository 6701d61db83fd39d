/** Reads the items of one collection: those that are new, changed or wait for a picture; the others stay as they are. */
import { digestOf, digestOfJson } from '../../lib/digest.ts';
import type { readItem as ReadItem } from '../../service/schemas/index.ts';
import type { ReadingContext } from '../../service/schemas/reading.ts';
import type { CollectionName, Media } from '../../types/entities.ts';
import { type ItemState, isRow } from '../record.ts';
import type { AlignedList, SplitList } from './bytes.ts';
import { bytesOf, itemOf } from './split.ts';

/** What reading needs; loaded only when there is something to read, because it costs start time. */
export interface ReadingTools {
  readonly readItem: typeof ReadItem;
  readonly sanitise: (html: string) => string;
}

export interface ListSources {
  readonly name: CollectionName;
  readonly list: AlignedList;
  /** The answer before and what became of its items; null: every item is read. */
  readonly before: { readonly items: readonly ItemState[]; readonly list: SplitList } | null;
  readonly zone: string;
  readonly tools: ReadingTools;
}

/** What a reference is published as; undefined while that is unknown. */
export type Peek = (reference: string) => Media | undefined;

export interface ListReading {
  readonly items: readonly ItemState[];
  /** References that the items name and that are unknown: published as missing. */
  unknown(): ReadonlySet<string>;
  /** Reads the items that name unknown references once more. */
  again(peek: Peek): void;
}

const MISSING: Media = { kind: 'missing' };

/** Whether an entity holds media that could not be had. */
function waitsForMedia(item: ItemState): boolean {
  if (!isRow(item)) return false;
  const isMissing = (value: unknown) => (value as Partial<Media> | null)?.kind === 'missing';
  return Object.values(item.entity).some((value) => (Array.isArray(value) ? value.some(isMissing) : isMissing(value)));
}

/** The states of the items that are the same bytes as before; undefined where an item has to be read. */
function reuse({ list, before }: ListSources): (ItemState | undefined)[] {
  const count = list.bounds.length / 2;
  if (!before) return new Array(count).fill(undefined);
  const { sameFront, sameBack } = list;
  const { items } = before;
  const moved = movedItems(list, before.list, items);
  const middle = Array.from({ length: count - sameFront - sameBack }, (_, index) => moved(sameFront + index));
  return [...items.slice(0, sameFront), ...middle, ...items.slice(items.length - sameBack)];
}

/** Finds an item between the equal ends among the ones that stood there before: lists get reordered. */
function movedItems(list: AlignedList, before: SplitList, items: readonly ItemState[]): (item: number) => ItemState | undefined {
  const last = items.length - list.sameBack;
  const reordered = list.bounds.length / 2 - list.sameFront - list.sameBack > 1 && last > list.sameFront;
  if (!reordered) return () => undefined;
  const known = new Map<string, ItemState>();
  for (let index = list.sameFront; index < last; index += 1) {
    const state = items[index];
    if (state) known.set(digestOf(bytesOf(before, index)), state);
  }
  return (item) => known.get(digestOf(bytesOf(list, item)));
}

/** Reads a list; null when one of its items is no JSON, so that the whole answer cannot be trusted. */
export function readList(sources: ListSources, firstPeek: Peek): ListReading | null {
  const { name, list, zone, tools } = sources;
  let peek = firstPeek;
  const items = reuse(sources);
  const waiting = new Map<number, Set<string>>();
  let asked = new Set<string>();
  const context: ReadingContext = {
    zone,
    sanitise: tools.sanitise,
    media(reference) {
      const known = peek(reference);
      if (known === undefined) asked.add(reference);
      return known ?? MISSING;
    },
  };

  function readAt(index: number): ItemState | null {
    const value = itemOf(list, index);
    if (value === undefined) return null;
    asked = new Set();
    const { named, reading } = tools.readItem(name, value, context);
    if (asked.size) waiting.set(index, asked);
    else waiting.delete(index);
    if (reading.kind === 'entity') return { id: reading.entity.id, digest: digestOfJson(reading.entity), entity: reading.entity };
    return { named, why: reading.kind === 'hidden' ? null : reading.why };
  }

  for (const [index, item] of items.entries()) {
    if (item !== undefined && !waitsForMedia(item)) continue;
    const state = readAt(index);
    if (state === null) return null;
    items[index] = state;
  }
  return {
    items: items as ItemState[],
    unknown: () => new Set([...waiting.values()].flatMap((references) => [...references])),
    again(nextPeek) {
      peek = nextPeek;
      for (const index of [...waiting.keys()]) items[index] = readAt(index) ?? items[index];
    },
  };
}
