import type { CollectionName } from '../../collections/index.ts';
import {
  type CollectionRecord,
  digestOfRows,
  type ItemState,
  isRow,
  PersistedResponse,
  type ReadingVersion,
  type Stale,
  uniqueRows,
} from '../record.ts';
import type { CollectionSync, LeftOut, ListReading, Warning } from './types.ts';

function leftOutOf(name: CollectionName, items: readonly ItemState[], duplicates: ReadonlySet<number>): LeftOut[] {
  const leftOut: LeftOut[] = [];
  for (const [index, item] of items.entries()) {
    if (!isRow(item)) {
      if (item.why !== null) leftOut.push({ collection: name, item: item.named ?? `#${index + 1}`, why: item.why });
    } else if (duplicates.has(index)) {
      leftOut.push({ collection: name, item: item.id, why: 'an earlier item has the same identity' });
    }
  }
  return leftOut;
}

/** Why nothing better is known of a reference. */
const NOT_YET = 'it has not come yet';

/** Why a reference is published as missing although it could be had. */
const WITHDRAWN = 'it is withdrawn';

function warningsOf(collection: CollectionName, reading: ListReading, duplicates: ReadonlySet<number>): Warning[] {
  return reading.items.flatMap((item, index) => {
    if (!isRow(item)) return [];
    const warning = { collection, item: item.id };
    if (duplicates.has(index)) return [{ ...warning, why: 'an earlier item has the same identity, this one is left out' }];
    const unknown = [...reading.unknownIn(index)].map((reference) => ({ ...warning, reference, why: NOT_YET }));
    const withdrawn = [...reading.withdrawnIn(index)].map((reference) => ({ ...warning, reference, why: WITHDRAWN }));
    return [...(item.warnings ?? []).map((why) => ({ ...warning, why })), ...unknown, ...withdrawn];
  });
}

/** The new response, or the stored one when there is none or it has the same bytes. */
function nextResponse({ list, before }: CollectionSync): PersistedResponse {
  if (!list || list.previous?.body.equals(list.body)) return before.response;
  const { body, bounds, open, close } = list;
  return new PersistedResponse(() => ({ body, bounds, open, close }));
}

/** A failure tells nothing of a list that is held as empty; one that goes on for the same reason began with the first. */
function nextStale({ asked, before, failure, held }: CollectionSync, now: number): Stale | null {
  if (held || !asked) return held ?? before.stale;
  if (!failure) return null;
  if (before.stale && (before.stale.held || before.stale.why === failure.message)) return before.stale;
  return { why: failure.message, since: before.stale?.since ?? now, held: false };
}

/** The record to store after a sync: the one before when nothing at all has changed. `now`: epoch milliseconds. */
export function nextRecord(sync: CollectionSync, version: ReadingVersion, now: number): CollectionRecord {
  const { name, before, reading, validators } = sync;
  const stale = nextStale(sync, now);
  const response = nextResponse(sync);
  if (!reading) {
    const { etag, lastModified } = before.validators ?? {};
    const sameValidators = validators?.etag === etag && validators?.lastModified === lastModified;
    const isSame = stale === before.stale && response === before.response && sameValidators;
    return isSame ? before : { ...before, stale, validators, response };
  }
  const { items } = reading;
  const { rows, duplicates } = uniqueRows(items);
  const state = { digest: digestOfRows(rows), loaded: true, rows };
  return {
    digest: state.digest,
    loaded: true,
    validators,
    leftOut: leftOutOf(name, items, duplicates),
    warnings: warningsOf(name, reading, duplicates),
    stale,
    ...version,
    missing: [...reading.unknown()],
    items: () => items,
    response,
    state: () => state,
  };
}
