import { join } from 'node:path';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { openDatabase } from './engineDatabase.ts';
import type { Item } from './memoryAnswers.ts';
import { MemorySite } from './memoryWorld.ts';
import { temporaryFolder } from './trees.ts';

const item = (id: string): Item => ({ id, title: `Title ${id}`, body: `Body ${id}`, day: '2026-03-01', picture: null });

/** A small site in memory with releases on disk, for tests of what follows publishing. */
export interface MemoryReleases {
  readonly cacheDir: string;
  readonly distDir: string;
  readonly engine: Engine;
  /** Publishes the site with this title of its one album. */
  publish(title: string): Promise<void>;
  remove(): void;
}

export async function memoryReleases(): Promise<MemoryReleases> {
  const folder = temporaryFolder();
  const site = new MemorySite(join(folder.path, 'media'));
  const content = { news: [item('n1'), item('n2')], albums: [item('a1')], notes: [item('h1')] };
  const cacheDir = join(folder.path, 'cache');
  const distDir = join(folder.path, 'dist');
  const engine = openEngine({ database: openDatabase(cacheDir), cacheDir, distDir });
  const publish = async (title: string) => {
    site.content = { ...content, albums: [{ ...item('a1'), title }] };
    site.sync();
    const result = await engine.rebuild(site.world());
    if (!result.ok) throw new Error(result.message);
  };
  await publish('Title a1');
  return { cacheDir, distDir, engine, publish, remove: () => folder.remove() };
}
