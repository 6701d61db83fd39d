import type { SiteDatabase, WriteLock } from '../../src/database/siteDatabase.ts';
import { Engine, type EngineOptions, type RebuildOptions } from '../../src/engine/engine.ts';
import type { Retention } from '../../src/engine/releases.ts';
import type { World } from '../../src/engine/types.ts';

const LAST_FIVE: Retention = { last: 5, days: 0, weeks: 0, day: (at) => new Date(at).toISOString().slice(0, 10) };

const NO_TRACES = { replacement: () => null, unlinked: () => null, isJustMade: true };

/** An engine each of whose actions has a turn to write of its own, unless it is given one. */
export class LockedEngine extends Engine {
  readonly #database: SiteDatabase;

  constructor(options: Pick<EngineOptions, 'database' | 'cacheDir' | 'distDir'> & Partial<EngineOptions>) {
    super({ retention: LAST_FIVE, dynamicPrefixes: [], elsewhere: null, onEvent() {}, ...options });
    this.#database = options.database;
  }

  async #locked<Value>(act: (lock: WriteLock) => Promise<Value>, given?: WriteLock): Promise<Value> {
    if (given) return act(given);
    const done = await this.#database.withLock('a test', act);
    if (!done.ok) throw new Error(done.message);
    return done.value as Value;
  }

  override rebuild(world: World, options: Partial<RebuildOptions> = {}) {
    return this.#locked((lock) => super.rebuild(world, { ...options, lock }), options.lock);
  }

  override rollback(to?: string, given?: WriteLock) {
    return this.#locked((lock) => super.rollback(to, lock), given);
  }

  override repair() {
    return this.#locked(() => super.repair());
  }

  override purge(groups: readonly string[], traces: Partial<Parameters<Engine['purge']>[1]> = {}, given?: WriteLock) {
    return this.#locked((lock) => super.purge(groups, { ...NO_TRACES, ...traces }, lock), given);
  }
}
