/** Brings the files that exist outside the pages into the store: assets of every release, and the groups that pages name. */
import { digestOf } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { EngineEvent, RebuildFailure } from './api.ts';
import { createYieldToEventLoop } from './eventLoop.ts';
import type { FileRow } from './record.ts';
import type { RenderedPage } from './renderPage.ts';
import type { Store } from './store.ts';
import type { AssetFile, World } from './types.ts';

export interface AssetContext {
  readonly world: World;
  readonly store: Store;
  readonly emit: (event: EngineEvent) => void;
  readonly isStored: (file: FileRow) => boolean;
  /** The files of a group that an earlier release brought and that are in order. */
  readonly knownFiles: (group: string) => readonly FileRow[] | null;
}

export type AssetGroups = ReadonlyMap<string, readonly FileRow[]>;
type Failed = Extract<RebuildFailure, 'asset-missing' | 'broken-link' | 'refused'>;

/** The files of the groups that pages name and that no earlier release brought. Fails when a named file is not among them. */
export async function resolveGroups(pages: readonly RenderedPage[], context: AssetContext): Promise<Result<AssetGroups, Failed>> {
  const resolved = new Map<string, readonly FileRow[]>();
  const paths = new Map<string, ReadonlySet<string>>();
  const yieldToEventLoop = createYieldToEventLoop();
  for (const page of pages) {
    for (const [group, addresses] of page.groups) {
      if (!paths.has(group)) {
        const files = await groupFiles(group, context, resolved);
        if (!files.ok) return files;
        if (!files.value) return missing(page.key, [...addresses]);
        paths.set(group, new Set(files.value.map(({ path }) => `/${path}`)));
      }
      const [unanswered] = addresses.difference(paths.get(group) ?? new Set());
      if (unanswered !== undefined) return brokenLink(page.key, unanswered);
    }
    await yieldToEventLoop();
  }
  return succeed(resolved);
}

/** Null: the group cannot be had. */
async function groupFiles(
  group: string,
  context: AssetContext,
  resolved: Map<string, readonly FileRow[]>,
): Promise<Result<readonly FileRow[] | null, Failed>> {
  const known = context.knownFiles(group);
  if (known) return succeed(known);
  const files = await context.world.resolveAssets(group);
  if (!files) return succeed(null);
  const rows = storeAssets(files, context, 'link');
  if (!rows.ok) return rows;
  resolved.set(group, rows.value);
  context.emit({ type: 'assets-resolved', group });
  return rows;
}

function missing(page: string, addresses: readonly string[]) {
  return fail('asset-missing', `${page} names ${addresses[0]}, which cannot be had. Nothing was published.`);
}

/** The failure for an address that nothing answers. */
export function brokenLink(page: string, address: string) {
  return fail('broken-link', `${page} names ${address}, which no file of the new release answers. Nothing was published.`);
}

/** Takes asset files into the store: as hard links of files that are never edited in place, or as copies. */
export function storeAssets(
  files: readonly AssetFile[],
  { world, store, isStored }: AssetContext,
  how: 'link' | 'copy',
): Result<readonly FileRow[], 'asset-missing' | 'refused'> {
  const rows: FileRow[] = [];
  for (const { path, source, digest, size } of files) {
    const row = { path, digest, size };
    rows.push(row);
    if (isStored(row)) continue;
    const bytes = readIfPresent(source);
    if (!bytes || digestOf(bytes) !== digest) {
      return fail(
        'asset-missing',
        `${path} should be copied from ${source}, which is missing or damaged. Nothing was published.`,
      );
    }
    const refused = world.refuse?.(path, bytes);
    if (refused) return fail('refused', `${refused} Nothing was published.`);
    if (how === 'link') store.link(digest, source, bytes);
    else store.put(digest, bytes);
  }
  return succeed(rows);
}
