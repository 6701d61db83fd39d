/** What a published site was made of (`state.json`), for hosts that build by themselves, whose functions remember nothing. */
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../collections/index.ts';
import { dayOf } from '../lib/dates.ts';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import type { Settings } from '../lib/settings.ts';
import { createContentClient } from '../service/client.ts';
import { countOf, itemOf, splitList } from '../snapshot/sync/split.ts';
import type { Media } from '../types/media.ts';

export const STATE_FILE = 'state.json';

/** By collection; one that could not be read is missing. */
export type ContentState = Partial<Record<CollectionName, Digest>>;

export interface SiteState {
  readonly format: 1;
  /** Version of the code and of the settings that reach pages. */
  readonly code: string;
  /** `2026-11-21`, in the school's zone. */
  readonly day: string;
  readonly content: ContentState;
  /**
   * When a build is due though nothing changed, epoch milliseconds: the first list that came back empty, and is not believed
   * yet, is published, or pictures that could not be had are asked for again.
   */
  readonly due?: number | undefined;
  /** Since when, epoch milliseconds, pictures or files of this content could not be had. */
  readonly lackingSince?: number;
  readonly tree: string;
}

const MISSING: Media = { kind: 'missing' };

/** Digest of what the site reads of a list's items, and of nothing around them (a time of the answer). Null: no list. */
export async function listDigest(name: CollectionName, body: Uint8Array, settings: Pick<Settings, 'timeZone' | 'closureMark'>) {
  const { timeZone: zone, closureMark } = settings;
  const list = splitList(name, Buffer.from(body), null);
  if (!list.ok) return null;
  const { read: readItem } = await COLLECTIONS[name].schema();
  const read: string[] = [];
  for (let item = 0; item < countOf(list.value); item += 1) {
    const value = itemOf(list.value, item);
    // One item that is malformed makes the whole list so.
    if (value === undefined) return null;
    const references: string[] = [];
    const media = (reference: string) => {
      references.push(reference);
      return MISSING;
    };
    const { reading } = readItem(value, { zone, closureMark, media, sanitise: (html) => html, warn: () => {} });
    if (reading.kind === 'entity') read.push(digestOfJson([reading.entity, references]));
  }
  return digestOfJson(read);
}

/** Asks the content service for every list, each for so many milliseconds at most. Never throws for what the service does. */
export async function readContentState(baseUrl: string, settings: Settings, deadline: number): Promise<ContentState> {
  const { schoolCode, contentServiceToken: token } = settings;
  const client = createContentClient({ baseUrl, schoolCode, token, deadline });
  const entries = await Promise.all(
    COLLECTION_NAMES.map(async (name) => {
      const answer = await client.list(name, null);
      const digest = answer.ok && answer.value.fresh ? await listDigest(name, answer.value.body, settings) : null;
      return digest ? [[name, digest] as const] : [];
    }),
  );
  client.close();
  return Object.fromEntries(entries.flat());
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A published state file's content, or null when it is none. */
export function parseState(text: string): SiteState | null {
  try {
    const state = JSON.parse(text) as SiteState | null;
    const isState = state?.format === 1 && typeof state.day === 'string' && isRecord(state.content);
    return isState ? state : null;
  } catch {
    return null;
  }
}

/** Asks a site for the state it was published with; null when it has none or cannot be reached. */
export async function fetchPublishedState(siteUrl: string): Promise<SiteState | null> {
  try {
    const answer = await fetch(`${siteUrl}/${STATE_FILE}`, { cache: 'no-store', signal: AbortSignal.timeout(8000) });
    return answer.ok ? parseState(await answer.text()) : null;
  } catch {
    return null;
  }
}

/** What has changed since a site was published, in a few words; null: nothing. A list that cannot be read has not changed. */
export function whatChanged(published: SiteState, content: ContentState, now: number, timeZone: string): string | null {
  const changed = COLLECTION_NAMES.filter((name) => content[name] && content[name] !== published.content[name]);
  if (changed.length > 0) return `content: ${changed.join(', ')}`;
  const today = dayOf(now, timeZone);
  if (today !== published.day) return `day: ${today}`;
  return published.due !== undefined && now >= published.due ? 'an empty list or a missing picture is due' : null;
}

/** The digest of a published tree, from its paths and their digests in any order. */
export function treeDigest(files: Iterable<readonly [path: string, digest: string]>): Digest {
  return digestOfJson([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
