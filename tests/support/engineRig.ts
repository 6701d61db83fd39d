/** An engine on folders of its own with a small site in memory, new for each test of a file. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { SiteDatabase } from '../../src/database/siteDatabase.ts';
import type { EngineOptions, RebuildOptions, RebuildResult } from '../../src/engine/engine.ts';
import type { Retention } from '../../src/engine/releases.ts';
import type { EngineEvent } from '../../src/engine/types.ts';
import { LockedEngine } from './lockedEngine.ts';
import { item, MemorySite, openDatabase } from './memorySite.ts';
import { readTree, sorted, temporaryFolder } from './trees.ts';

/** Keeps so many releases and no older ones. */
export const lastReleases = (last: number): Retention => ({ last, days: 0, weeks: 0, day: () => '' });

export class EngineRig {
  readonly #folder = temporaryFolder();
  readonly mediaDir = join(this.#folder.path, 'media');
  readonly cacheDir = join(this.#folder.path, 'cache');
  readonly distDir = join(this.#folder.path, 'dist');
  readonly events: EngineEvent[] = [];
  readonly site = new MemorySite(this.mediaDir);
  readonly #opened: SiteDatabase[] = [];
  database!: SiteDatabase;
  engine: LockedEngine;

  constructor() {
    this.site.content = {
      news: [
        item('n1', { picture: 'p1' }),
        item('n2', { day: '2026-04-02' }),
        item('n3', { day: '2025-01-01' }),
        item('n4', { day: null }),
      ],
      albums: [item('a1', { picture: 'p1' }), item('a2', { picture: 'p2' })],
      notes: [item('h1')],
    };
    this.site.sync();
    this.engine = this.open();
  }

  /** Another engine on the same folders. */
  open(more: Partial<EngineOptions> = {}): LockedEngine {
    const { cacheDir, distDir, events } = this;
    this.database = openDatabase(cacheDir);
    this.#opened.push(this.database);
    return new LockedEngine({ database: this.database, cacheDir, distDir, onEvent: (event) => events.push(event), ...more });
  }

  async publish(options?: Partial<RebuildOptions>): Promise<RebuildResult> {
    const result = await this.engine.rebuild(this.site.world(), options);
    if (!result.ok) throw new Error(result.message);
    return result.value;
  }

  expectTree(): void {
    expect(sorted(readTree(this.distDir))).toEqual(sorted(this.site.world().tree()));
  }

  remove(): void {
    for (const database of this.#opened) database.close();
    this.#folder.remove();
  }
}

/** A rig for each test of the file that calls this. */
export function engineRig(): () => EngineRig {
  let rig: EngineRig;
  beforeEach(() => {
    rig = new EngineRig();
  });
  afterEach(() => rig.remove());
  return () => rig;
}
