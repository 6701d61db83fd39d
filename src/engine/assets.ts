/** Brings the files that exist outside the pages into the store: assets of every release, and the groups that pages name. */
import { digestOf } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { RebuildFailure } from './api.ts';
import type { FileRow } from './releases.ts';
import type { Store } from './store.ts';
import type { AssetFile, World } from './types.ts';

export interface AssetContext {
  readonly world: World;
  readonly store: Store;
  /** Whether the store holds a file already. */
  readonly isStored: (file: FileRow) => boolean;
}

type Failed = Extract<RebuildFailure, 'asset-missing' | 'broken-link' | 'refused'>;

/** The files of a group, in the store; null: they cannot be had. */
export async function groupFiles(group: string, context: AssetContext): Promise<Result<readonly FileRow[] | null, Failed>> {
  const files = await context.world.resolveAssets(group);
  return files ? storeAssets(files, context, 'link') : succeed(null);
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
