/** The notices a visit has seen, kept for as long as the browser's tab. */
const KEY = 'notices';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * True once per visit for a given set of notices, whose name is `set`. Where the browser keeps nothing, every page
 * counts as a visit.
 */
export function isNewToVisit(set: string, store: () => Store): boolean {
  try {
    if (store().getItem(KEY) === set) return false;
    store().setItem(KEY, set);
  } catch {
    // Storage is switched off or full: showing the notices again is the lesser evil.
  }
  return true;
}
