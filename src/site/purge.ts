/** What a withdrawal takes from kept releases, and how it is told. */
import type { MediaStore } from '../media/store.ts';
import type { RecordedWithdrawal } from '../types/media.ts';
import type { Rebuilt } from './rebuilder.ts';

/** What a withdrawal did. `isKnown`: something is known of it; else nothing was removed. */
export interface Purged extends Omit<Awaited<ReturnType<MediaStore['purge']>>, 'groups'> {
  readonly files: number;
  /** Null: there was no release to render without it, or that failed. */
  readonly rebuilt: Rebuilt | null;
  /** Why its pages could not be rendered anew; null: they were, or there are none. */
  readonly failure: string | null;
}

export function spellingHint({ suggestion }: Pick<Purged, 'suggestion'>): string {
  return suggestion === undefined ? 'Check that it is spelt as the content service does.' : `Is ${suggestion} meant?`;
}

/** What a withdrawal did, in one line. `until`: what takes it back, after "until". */
export function describePurge(purged: Purged, until: string): string {
  const { reference, files, isKnown, wasWithdrawn, isUnseen, suggestion, failure } = purged;
  const pages = failure === null ? '' : ` Its pages wait for a rebuild that succeeds: ${failure}`;
  // A worker beside may have removed them first.
  const removed = files > 0 ? `${files} published files removed` : 'nothing published shows it any more';
  if (isKnown) return `${reference} is withdrawn: ${removed}. It is not fetched again until ${until}.${pages}`;
  const again = isUnseen
    ? ' The content service did not give it, so that copies under other names stay: withdraw it once more when it does.'
    : '';
  if (wasWithdrawn)
    return `Nothing was removed: ${reference} was withdrawn before. It is not fetched again until ${until}.${again}`;
  return `Nothing was removed: no release showed ${reference}. ${spellingHint({ suggestion })} It is remembered all the same, and not fetched until ${until}.${again}`;
}

/** What taking a withdrawal back did: the name by which the same bytes stay withdrawn; null: they are not. */
export interface Allowed {
  readonly staysAs: string | null;
}

/** Whether what was allowed stays withdrawn by another withdrawal. */
export function isHeldBy({ source, groups }: RecordedWithdrawal, other: RecordedWithdrawal): boolean {
  if (source !== null && [other.source, ...other.earlierSources].includes(source)) return true;
  return groups.some((group) => other.groups.includes(group));
}

export function describeAllowed(reference: string, { staysAs }: Allowed): string {
  if (staysAs === null) return `${reference} may be published again.`;
  return `${reference} is allowed, but stays withdrawn as ${staysAs}, which is the same picture or file: allow that as well.`;
}

/**
 * Texts of kept releases without what names a file of these groups (`/files/{id}/`): a link of a page with the small print
 * behind it, an entry of JSON. Null for a text that names none. A picture's place has a drawing instead.
 */
export function unlinked(groups: readonly string[]): (path: string, bytes: Uint8Array) => Uint8Array | null {
  const gone = groups.filter((group) => group.startsWith('/files/'));
  const isGone = (address: unknown) => typeof address === 'string' && gone.some((group) => address.startsWith(group));
  const isEntry = (value: unknown) => typeof value === 'object' && value !== null && Object.values(value).some(isGone);

  function withoutEntries(value: unknown): unknown {
    if (Array.isArray(value)) return value.filter((entry) => !isEntry(entry)).map(withoutEntries);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isEntry(one) ? null : withoutEntries(one)]));
  }

  return (path, bytes) => {
    const text = Buffer.from(bytes).toString();
    if (!gone.some((group) => text.includes(group))) return null;
    const without = path.endsWith('.json')
      ? JSON.stringify(withoutEntries(JSON.parse(text)))
      : text.replace(/<a\s([^>]*)>.*?<\/a>(?:\s*<small[^>]*>[^<]*<\/small>)?/gs, (link, attributes: string) =>
          isGone(/(?:^|\s)href="([^"]*)"/.exec(attributes)?.[1]) ? '' : link,
        );
    return Buffer.from(without);
  };
}
