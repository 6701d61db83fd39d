import type { PurgedMedia, ReferenceLookup } from '../types/media.ts';
import type { Rebuilt } from './rebuilder.ts';

/** What a withdrawal did. `isKnown`: something was known of it; else nothing was removed. */
export interface Purged extends Omit<PurgedMedia, 'groups'> {
  /** Files removed from the releases. */
  readonly files: number;
  /** Null: there was no release to render without it. */
  readonly rebuilt: Rebuilt | null;
}

/** What to look at when nothing is known of a reference. */
export function spellingHint({ suggestion }: Pick<ReferenceLookup, 'suggestion'>): string {
  return suggestion === undefined ? 'Check that it is spelt as the content service does.' : `Is ${suggestion} meant?`;
}

/** What a withdrawal did, in one line. `until`: what takes it back, after "until". */
export function describePurge({ reference, files, isKnown, wasWithdrawn, suggestion }: Purged, until: string): string {
  if (isKnown) return `${reference} is withdrawn: ${files} published files removed. It is not fetched again until ${until}.`;
  if (wasWithdrawn) return `Nothing was removed: ${reference} was withdrawn before. It is not fetched again until ${until}.`;
  return `Nothing was removed: no release showed ${reference}. ${spellingHint({ suggestion })} It is remembered all the same, and not fetched until ${until}.`;
}
