/** The files of the state: all that a cache folder knows but for the bytes of pages and pictures, which lie in its store. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestOf } from '../lib/digest.ts';
import { stampOf, writeAtomic } from '../lib/files.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import type { CompiledTree } from './compiled.ts';
import type { Packs, Source } from './packs.ts';

/** Relative to the cache folder. A folder stands for the files directly in it. The last file makes the rest count. */
const FOLDERS = ['engine', 'snapshot', 'deploy'];
const FILES = ['media/journal.jsonl', 'answers', 'last-rebuild', 'status.json', 'alerts.json', 'current'];

type ChunkRow = readonly [digest: Digest, size: number];

export interface TreeFile {
  readonly path: string;
  /** In order. */
  readonly chunks: readonly ChunkRow[];
}

export interface Tree {
  readonly files: readonly TreeFile[];
  readonly compiled: CompiledTree | null;
}

/** The state's files on this machine, with what tells whether one has changed since. */
export type Stamps = Readonly<Record<string, string>>;

/** Which files of the state are there. */
function statePaths(cacheDir: string): string[] {
  const below = FOLDERS.flatMap((folder) => {
    const entries = existsSync(join(cacheDir, folder)) ? readdirSync(join(cacheDir, folder), { withFileTypes: true }) : [];
    return entries.flatMap((entry) => (entry.isFile() && !entry.name.endsWith('.staged') ? [`${folder}/${entry.name}`] : []));
  });
  return [...below.sort(), ...FILES.filter((path) => existsSync(join(cacheDir, path)))];
}

/** The chunks of the state's files as they are now. Those that have not changed since `before` are not read. */
export function readTree(cacheDir: string, before: readonly TreeFile[], stampsBefore: Stamps) {
  const known = new Map(before.map((file) => [file.path, file]));
  const files: TreeFile[] = [];
  const stamps: Record<string, string> = {};
  for (const path of statePaths(cacheDir)) {
    const stamp = stampOf(join(cacheDir, path));
    stamps[path] = stamp;
    const same = stampsBefore[path] === stamp ? known.get(path) : undefined;
    const chunks =
      same?.chunks ?? chunksOf(readFileSync(join(cacheDir, path))).map(({ digest, size }): ChunkRow => [digest, size]);
    files.push({ path, chunks });
  }
  return { files, stamps };
}

/** Where the chunks of files lie on this machine. */
export function chunkSources(cacheDir: string, files: readonly TreeFile[]): Map<Digest, Source> {
  const sources = new Map<Digest, Source>();
  for (const { path, chunks } of files) {
    let offset = 0;
    for (const [digest, size] of chunks) {
      const chunk = { digest, offset, size };
      sources.set(digest, { digest, size, read: () => readPart(join(cacheDir, path), chunk) });
      offset += size;
    }
  }
  return sources;
}

function readPart(file: string, { digest, offset, size }: Chunk): Buffer | null {
  const part = Buffer.alloc(size);
  const handle = openSync(file, 'r');
  readSync(handle, part, 0, size, offset);
  closeSync(handle);
  return digestOf(part) === digest ? part : null;
}

/** Writes files of the state from their chunks, those first that count for nothing without the last. */
export async function writeTree(
  cacheDir: string,
  files: readonly TreeFile[],
  chunks: ReadonlyMap<Digest, Uint8Array>,
): Promise<Stamps> {
  const stamps: Record<string, string> = {};
  for (const { path, chunks: rows } of files) {
    const parts = rows.flatMap(([digest]) => chunks.get(digest) ?? []);
    await writeAtomic(join(cacheDir, path), Buffer.concat(parts));
    stamps[path] = stampOf(join(cacheDir, path));
  }
  return stamps;
}

/** The list of a state's files, as it was handed over; null: it is lost. */
export async function readTreeBlob(packs: Packs, digest: Digest): Promise<Tree | null> {
  let tree: Tree | null = null;
  await packs.read([digest], (_, bytes) => {
    tree = JSON.parse(bytes.toString('utf8')) as Tree;
  });
  return tree;
}
