/** Whether a list that comes back without an item is believed: a service that lost its content answers so too. */
import { countOf } from './split.ts';
import { countStored } from './stored.ts';
import type { CollectionSync, StoredItem, SyncInput } from './types.ts';

/** Fewer items than these may well be deleted on purpose. */
const LEAST_ITEMS = 10;
/** For how long an empty list is held unless somebody accepts it, ms. */
export const LONGEST_HOLD = 24 * 60 * 60 * 1000;

/** How an operator at a terminal publishes a list that is held. */
export const howToAccept = (name: string): string => `If it is meant to be empty: npm run rebuild -- --accept-empty ${name}`;

const FIT = '(entity IS NOT NULL OR shown IS NULL)';

/** Whether no item of a list can be published, nor is left out as not meant for the site: such as a list of error messages. */
function isUnreadable({ database }: SyncInput, { name, reading }: CollectionSync): boolean {
  if (!reading) return false;
  const isFit = ({ row }: StoredItem) => database.value<number>(`SELECT 1 FROM item WHERE row = ? AND ${FIT}`, row) !== null;
  const { slots, stored } = reading;
  if (slots.some(({ state, stored: item }) => (state ? state.entity || state.isHidden : item && isFit(item)))) return false;
  // What stays as it is before and behind the stretch that was read.
  const fit = database.value<number>(`SELECT count(*) FROM item WHERE collection = ? AND ${FIT}`, name);
  return fit === stored.filter(isFit).length;
}

/** Takes a response without an item that can be published for none, as the settings say, when the list held ten items or more. */
export function holdEmptyList(input: SyncInput, sync: CollectionSync): CollectionSync {
  const { name, before, list } = sync;
  if (input.emptyLists !== 'hold' || input.acceptEmpty?.includes(name) || !list) return sync;
  const count = countOf(list);
  if (count > 0 && !isUnreadable(input, sync)) return sync;
  const items = countStored(input.database, name);
  if (before.isForeign || items < LEAST_ITEMS) return sync;
  // Since a time that is to come: the clock was wrong then.
  const earlier = before.stale?.held && before.stale.since <= input.now() ? before.stale : null;
  if (earlier && input.now() - earlier.since >= LONGEST_HOLD) return sync;
  const answer = count === 0 ? 'an empty list' : `a list of ${count} of which none can be published`;
  const why = `The content service answered ${name} with ${answer}; it held ${items} items, which are kept.`;
  const held = earlier ?? { why, since: input.now(), held: true };
  return { ...sync, list: null, reading: null, validators: before.validators, held };
}
