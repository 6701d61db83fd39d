import type { Purged } from './types.ts';

/** What a withdrawal did, in one line. `until`: what takes it back, after "until". */
export function describePurge({ reference, files, isKnown, wasWithdrawn, suggestion }: Purged, until: string): string {
  if (isKnown) return `${reference} is withdrawn: ${files} published files removed. It is not fetched again until ${until}.`;
  if (wasWithdrawn) return `Nothing was removed: ${reference} was withdrawn before. It is not fetched again until ${until}.`;
  const hint = suggestion === undefined ? 'Check that it is spelt as the content service does.' : `Is ${suggestion} meant?`;
  return `Nothing was removed: no release showed ${reference}. ${hint} It is remembered all the same, and not fetched until ${until}.`;
}
