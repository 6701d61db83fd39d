/** Model-based test of the engine: after each step a model says which tree must be published and which pages rendered. */
import { join } from 'node:path';
import type { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { type Engine, type EngineEvent, openEngine, type RebuildOptions, type World } from '../../src/engine/index.ts';
import { changedItems, type Damage, damageOne, type ItemStep } from './engineChanges.ts';
import { openDatabase } from './engineDatabase.ts';
import { checkRendered, expectedPages, same, servedWorld } from './engineModel.ts';
import { lastReleases } from './engineRig.ts';
import { NAMES, type Step } from './engineSteps.ts';
import type { CollectionName } from './memoryAnswers.ts';
import { MemorySite, type MemoryWorld } from './memoryWorld.ts';
import { readTree, sorted, temporaryFolder } from './trees.ts';

class Killed extends Error {}

/** A site, its engine, and the state that the engine is expected to have. */
class EngineRun {
  readonly #folder = temporaryFolder();
  readonly #site = new MemorySite(join(this.#folder.path, 'media'));
  readonly #distort: (world: MemoryWorld) => World;
  readonly #before: MemorySite['content'][] = [];
  readonly #trees = new Map<string, [string, string][]>();
  readonly #databases: SiteDatabase[] = [];
  #engine: Engine;
  #made = 0;
  /** Number of events until the process is killed. */
  #eventsLeft = Number.POSITIVE_INFINITY;
  /** The world that the engine's traces belong to; null: unknown. */
  #traced: MemoryWorld | null = null;
  #live: MemoryWorld | null = null;
  #damaged = false;

  /** `distort` changes the world that the engine sees, for instance by a faulty recorder. */
  constructor(distort: (world: MemoryWorld) => World = (world) => world) {
    this.#distort = distort;
    this.#engine = this.#open('cache', 'dist');
  }

  end(): void {
    this.#close();
    this.#folder.remove();
  }

  #path(...names: string[]): string {
    return join(this.#folder.path, ...names);
  }

  #open(cache: string, dist: string): Engine {
    const onEvent = (_: EngineEvent) => {
      this.#eventsLeft -= 1;
      if (this.#eventsLeft === 0) throw new Killed('The process was killed.');
    };
    const database = openDatabase(this.#path(cache));
    this.#databases.push(database);
    return openEngine({ database, cacheDir: this.#path(cache), distDir: this.#path(dist), retention: lastReleases(3), onEvent });
  }

  #close(): void {
    for (const database of this.#databases.splice(0)) database.close();
  }

  #reopen(): void {
    this.#close();
    this.#engine = this.#open('cache', 'dist');
  }

  /** Does a step, rebuilds, and throws when the outcome differs from the model's. */
  async take(step: Step): Promise<void> {
    const options = await this.#act(step);
    await this.#rebuildAndCheck(options);
  }

  async #act(step: Step): Promise<RebuildOptions> {
    if ('name' in step && step.do !== 'unreachable') this.#change(step.name, step);
    else if (step.do === 'unreachable') this.#site.sync([step.name]);
    else if (step.do === 'undo') this.#site.content = this.#before.pop() ?? this.#site.content;
    else if (step.do === 'next-day') this.#advance(1);
    else if (step.do === 'next-month') this.#advance(31);
    else if (step.do === 'new-code') this.#site.code += 1;
    else if (step.do === 'reopen') this.#reopen();
    else if (step.do === 'gc') await this.#engine.gc();
    else if (step.do === 'rollback') await this.#rollbackAndResume();
    else if (step.do === 'broken-template') await this.#failToRender(step.at);
    else if (step.do === 'crash') await this.#crash(step.at, step.value);
    else if ('at' in step) this.#damage(step.do, step.at, step.value);
    if (step.do !== 'unreachable') this.#site.sync();
    return { clean: step.do === 'clean' };
  }

  #advance(days: number): void {
    this.#site.day = new Date(Date.parse(this.#site.day) + days * 86_400_000).toISOString().slice(0, 10);
  }

  #change(collection: CollectionName, step: ItemStep): void {
    this.#before.push(this.#site.content);
    const items = changedItems(this.#site.content[collection], step, () => `${collection}${++this.#made}`);
    this.#site.content = { ...this.#site.content, [collection]: items };
  }

  async #failToRender(at: number): Promise<void> {
    const pages = this.#site.world().allPages();
    const before = this.#tree('dist');
    this.#site.failing.add(pages[at % pages.length] ?? '/');
    this.#site.code += 1;
    const result = await this.#engine.rebuild(this.#distort(this.#site.world()));
    this.#site.failing.clear();
    this.#site.code -= 1;
    if (result.ok || result.reason !== 'render-failed') throw new Error('A page that fails to render did not fail the rebuild.');
    if (!this.#damaged) same(this.#tree('dist'), before, 'dist after a failed rebuild');
  }

  /** Kills the process at one of the events of a rebuild; afterwards the old release or the new one is served, whole. */
  async #crash(at: number, value: number): Promise<void> {
    this.#change(NAMES[value % 3] ?? 'news', { do: 'create', at, value });
    this.#site.sync();
    const world = this.#site.world();
    const before = this.#live;
    this.#eventsLeft = 1 + at;
    await this.#engine.rebuild(this.#distort(world)).catch(() => null);
    const died = this.#eventsLeft <= 0;
    this.#eventsLeft = Number.POSITIVE_INFINITY;
    this.#reopen();
    if (!died) this.#live = world;
    if (died && !this.#damaged) {
      const served = servedWorld(this.#engine, world, before);
      if (before && !served) throw new Error('After a crash neither the old release nor the new one is served whole.');
      this.#live = served;
    }
    this.#traced = null;
  }

  async #rollbackAndResume(): Promise<void> {
    const result = await this.#engine.rollback();
    if (!result.ok) return;
    const tree = this.#trees.get(result.value.release);
    if (tree) same(this.#tree('dist'), tree, 'dist after a rollback');
    const held = await this.#engine.rebuild(this.#distort(this.#site.world()));
    if (!held.ok || held.value.state !== 'held') throw new Error('A rollback did not hold.');
    await this.#engine.resume();
    // The live release differs from the one of the traces, so pages may be written that were not rendered.
  }

  #damage(what: Damage, at: number, value: number): void {
    const folders = {
      'damage-store': this.#path('cache', 'store'),
      'damage-database': this.#path('cache'),
      tamper: this.#path('dist'),
    };
    this.#close();
    const isDamaged = damageOne(folders[what], what, at, value);
    if (isDamaged && what !== 'tamper') {
      this.#traced = null;
      this.#damaged = true;
    }
    this.#reopen();
  }

  #tree(dist: string): [string, string][] {
    return sorted(readTree(this.#path(dist)));
  }

  async #rebuildAndCheck(options: RebuildOptions): Promise<void> {
    const world = this.#site.world();
    const expected = expectedPages(this.#traced, world);
    const result = await this.#engine.rebuild(this.#distort(world), options);
    if (!result.ok) throw new Error(`The rebuild failed: ${result.message}`);
    same(this.#tree('dist'), sorted(world.tree()), 'dist');
    if (servedWorld(this.#engine, world) === null) throw new Error('What is served differs from dist.');
    if (expected && !options.clean) checkRendered(result.value, expected, world);
    this.#traced = world;
    this.#live = world;
    this.#damaged = false;
    this.#trees.set(result.value.release, this.#tree('dist'));
  }

  /** A clean build in a fresh cache gives the same tree. */
  async compareWithCleanBuild(): Promise<void> {
    const engine = this.#open('fresh-cache', 'fresh-dist');
    const result = await engine.rebuild(this.#site.world(), { clean: true });
    if (!result.ok) throw new Error(result.message);
    same(this.#tree('dist'), this.#tree('fresh-dist'), 'dist and that of a clean build');
  }
}

/** Takes steps on a new site, and compares the result with a clean build. */
export async function takeSteps(steps: readonly Step[], distort?: (world: MemoryWorld) => World): Promise<void> {
  const run = new EngineRun(distort);
  try {
    for (const step of steps) await run.take(step);
    await run.compareWithCleanBuild();
  } finally {
    run.end();
  }
}
