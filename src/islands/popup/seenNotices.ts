/** Key in `sessionStorage`: the set of notices last shown in this tab. */
const KEY = 'notices';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** True at the first call for `set`, the digest of a set of notices, in this storage; always true where storage fails. */
export function isNewToVisit(set: string, store: () => Store): boolean {
  try {
    if (store().getItem(KEY) === set) return false;
    store().setItem(KEY, set);
  } catch {
    // Storage is off or full: better to show the notices again than never.
  }
  return true;
}
