/**
 * What a published site was made of, as `state.json` beside its pages tells it, and how to find out whether that has
 * changed. Only hosts that build by themselves publish it: their functions keep no memory of their own.
 */

import { COLLECTION_NAMES, type CollectionName } from '../collections/index.ts';
import { dayOf } from '../lib/dates.ts';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import type { ContentClient } from '../types/service.ts';

/** Where it stands in the published tree. */
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
  /** Of every file's path and bytes. */
  readonly tree: string;
}

const DEEPEST = 3;

/** The list in an answer: bare, or under one of the keys that the service may use. */
function findList(value: unknown, keys: readonly string[], depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return null;
  const held = keys.flatMap((key) => (Object.hasOwn(value, key) ? [(value as Record<string, unknown>)[key]] : []));
  const direct = held.find(Array.isArray);
  if (direct) return direct;
  for (const inner of held) {
    const list = findList(inner, keys, depth + 1);
    if (list) return list;
  }
  return null;
}

/**
 * The digest of a list answer's items; what stands around them (a time of the answer, a request's number) does not
 * count. Null when it holds no list.
 */
export function listDigest(name: CollectionName, body: Uint8Array): Digest | null {
  try {
    const list = findList(JSON.parse(Buffer.from(body).toString('utf8')), ['data', 'result', 'results', name]);
    return list && digestOf(JSON.stringify(list));
  } catch {
    return null;
  }
}

/** Asks the content service for every list. Never throws for what the service does. */
export async function readContentState(client: ContentClient): Promise<ContentState> {
  const entries = await Promise.all(
    COLLECTION_NAMES.map(async (name) => {
      const answer = await client.list(name, null);
      const digest = answer.ok && answer.value.fresh ? listDigest(name, answer.value.body) : null;
      return digest ? [[name, digest] as const] : [];
    }),
  );
  return Object.fromEntries(entries.flat());
}

/** A published state file's content, or null when it is none. */
export function parseState(text: string): SiteState | null {
  try {
    const state = JSON.parse(text) as SiteState | null;
    const isState = state?.format === 1 && typeof state.day === 'string' && typeof state.content === 'object';
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
  return today === published.day ? null : `day: ${today}`;
}

/** The digest of a published tree, from its paths and their digests in any order. */
export function treeDigest(files: Iterable<readonly [path: string, digest: string]>): Digest {
  return digestOfJson([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
