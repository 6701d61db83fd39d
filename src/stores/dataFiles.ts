/** The published data files in the browser: each fetched once, when first needed. */

import type { ListItem } from '../collections/index.ts';
import { searchable } from '../lib/matchText.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { timeLimit } from '../lib/timeLimit.ts';
import type { DataFile } from '../types/views.ts';

/** The items of one data file, with what is searched worked out beforehand, so that a keystroke only compares. */
export interface LoadedFile {
  readonly items: readonly ListItem[];
  /** Each item's text, `searchable`. */
  readonly texts: readonly string[];
}

/** After this many milliseconds a data file counts as not to be had. */
const PATIENCE = 20_000;

/** Files by address. An address names its bytes, so nothing here grows old. */
const loaded = new Map<string, LoadedFile>();
const underWay = new Map<string, Promise<Result<LoadedFile>>>();

type TextOf = (item: ListItem) => string;

/** The content of a data file. */
export async function fetchData<Content>(href: string): Promise<Result<Content>> {
  try {
    const answer = await fetch(href, { signal: timeLimit(PATIENCE) });
    if (!answer.ok) return fail('refused', `${href} was answered with status ${answer.status}.`);
    return succeed((await answer.json()) as Content);
  } catch (error) {
    return fail('unreachable', `${href} could not be read: ${error}.`);
  }
}

async function fetchFile(href: string, textOf: TextOf): Promise<Result<LoadedFile>> {
  const items = await fetchData<ListItem[]>(href);
  if (!items.ok) return items;
  const file = { items: items.value, texts: items.value.map((item) => searchable(textOf(item))) };
  loaded.set(href, file);
  return succeed(file);
}

/** The data files of each list by the address of their index. */
const indexes = new Map<string, readonly DataFile[]>();

/** A list's data files in its order, if their index is here already. */
export function loadedIndex(href: string): readonly DataFile[] | undefined {
  return indexes.get(href);
}

/** Fetches a list's index unless it is here; a failure is asked for again next time. */
export async function loadIndex(href: string): Promise<Result<readonly DataFile[]>> {
  const known = indexes.get(href);
  const files = known ? succeed(known) : await fetchData<readonly DataFile[]>(href);
  if (files.ok) indexes.set(href, files.value);
  return files;
}

/** A file that is here already. */
export function loadedFile(href: string): LoadedFile | undefined {
  return loaded.get(href);
}

/** Fetches what is not here yet; a failure is asked for again next time. */
export async function loadFile(href: string, textOf: TextOf): Promise<Result<LoadedFile>> {
  const known = loaded.get(href);
  if (known) return succeed(known);
  const promise = underWay.get(href) ?? fetchFile(href, textOf).finally(() => underWay.delete(href));
  underWay.set(href, promise);
  return promise;
}
