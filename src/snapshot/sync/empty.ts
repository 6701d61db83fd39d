/** Whether a list that comes back without an item is believed: a service that lost its content answers so too. */
import { countOf } from './json.ts';
import type { CollectionSync, SyncInput } from './types.ts';

/** Fewer items than these may well be deleted on purpose. */
const LEAST_ITEMS = 10;
/** For how long an empty list is held unless somebody accepts it, ms. */
export const LONGEST_HOLD = 24 * 60 * 60 * 1000;

/** How an operator at a terminal publishes a list that is held. */
export function howToAccept(name: string): string {
  return `If it is meant to be empty: npm run rebuild -- --accept-empty ${name}`;
}

/** Whether a list was read whole and no item of it can be published, such as one of error messages. */
function isUnreadable({ list, reading }: CollectionSync): boolean {
  if (!list || reading?.slots.length !== countOf(list)) return false;
  return reading.slots.every(({ state }) => state !== null && state.entity === null && !state.isHidden);
}

/** Takes a response without an item that can be published for none, as the settings say, when the list held ten items or more. */
export function holdEmptyList(input: SyncInput, sync: CollectionSync): CollectionSync {
  const { name, before, list } = sync;
  if (input.emptyLists !== 'hold' || input.acceptEmpty?.includes(name) || !list) return sync;
  const count = countOf(list);
  if (count > 0 && !isUnreadable(sync)) return sync;
  const { items = 0 } = input.database.prepare('SELECT count(*) AS items FROM item WHERE collection = ?').get(name) ?? {};
  if (before.isForeign || Number(items) < LEAST_ITEMS) return sync;
  // Since a time that is to come: the clock was wrong then.
  const earlier = before.stale?.held && before.stale.since <= input.now() ? before.stale : null;
  if (earlier && input.now() - earlier.since >= LONGEST_HOLD) return sync;
  const answer = count === 0 ? 'an empty list' : `a list of ${count} of which none can be published`;
  const why = `The content service answered ${name} with ${answer}; it held ${items} items, which are kept.`;
  const held = earlier ?? { why, since: input.now(), held: true };
  return { ...sync, list: null, reading: null, validators: before.validators, held };
}
