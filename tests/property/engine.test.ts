import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SiteDatabase } from '../../src/database/siteDatabase.ts';
import type { RebuildOptions, RebuildResult } from '../../src/engine/engine.ts';
import type { EngineEvent, World } from '../../src/engine/types.ts';
import { lastReleases } from '../support/engineRig.ts';
import { LockedEngine } from '../support/lockedEngine.ts';
import { type CollectionName, type Item, MemorySite, MemoryWorld, openDatabase, QUERY_KINDS } from '../support/memorySite.ts';
import { readTree, sorted, temporaryFolder } from '../support/trees.ts';
import { runs } from './runs.ts';

const NAMES = ['news', 'albums', 'notes'] as const;

type Step =
  | {
      readonly do: 'create' | 'edit' | 'delete' | 'reorder' | 're-date' | 're-picture';
      readonly name: CollectionName;
      readonly at: number;
      readonly value: number;
    }
  | { readonly do: 'undo' | 'next-day' | 'next-month' | 'new-code' | 'reopen' | 'gc' | 'clean' | 'rollback' }
  | { readonly do: 'unreachable'; readonly name: CollectionName }
  | {
      readonly do: 'broken-template' | 'crash' | 'damage-store' | 'damage-database' | 'tamper';
      readonly at: number;
      readonly value: number;
    };

const small = fc.nat({ max: 40 });
const name = fc.constantFrom(...NAMES);
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);

/** Mostly changes of content, some faults. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: kinds('create', 'create', 'edit', 'delete', 'reorder', 're-date', 're-picture'),
      name,
      at: small,
      value: small,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: kinds('undo', 'next-day', 'next-month', 'new-code', 'reopen', 'gc', 'clean', 'rollback') }),
  },
  { weight: 1, arbitrary: fc.record({ do: kinds('unreachable'), name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kinds('broken-template', 'crash', 'crash', 'damage-store', 'damage-database', 'tamper'),
      at: small,
      value: small,
    }),
  },
);

/** Only changes of content and of the day, for the test with a faulty recorder. */
const contentStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: kinds('create', 'edit', 'delete', 'reorder', 're-date', 're-picture'),
      name,
      at: small,
      value: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kinds('next-day', 'next-month') }) },
);

const DAYS = ['2026-11-20', '2026-11-01', '2026-03-09', '2025-12-31', '2025-03-01', null];
const PICTURES = ['one', 'two', 'three', null];

/** A change of one item. */
interface ItemStep {
  readonly do: Extract<Step, { name: unknown; at: unknown }>['do'];
  readonly at: number;
  readonly value: number;
}

/** The items after a step; `newId` names one that is created. */
function changedItems(before: readonly Item[], step: ItemStep, newId: () => string): readonly Item[] {
  const items = [...before];
  const at = step.at % Math.max(1, items.length);
  const old = items[at];
  const day = DAYS[step.value % DAYS.length] ?? null;
  const picture = PICTURES[step.value % PICTURES.length] ?? null;
  if (step.do === 'create')
    items.splice(at, 0, { id: newId(), title: `Title ${step.value}`, body: `Body ${step.value}`, day, picture });
  else if (!old) return before;
  else if (step.do === 'delete') items.splice(at, 1);
  else if (step.do === 'reorder') items.push(...items.splice(at, 1));
  else items[at] = edited(old, step.do, step.value, day, picture);
  return items;
}

function edited(old: Item, how: ItemStep['do'], value: number, day: string | null, picture: string | null): Item {
  if (how === 're-date') return { ...old, day };
  if (how === 're-picture') return { ...old, picture };
  return value % 2 ? { ...old, body: `Body ${value}` } : { ...old, title: `Title ${value}` };
}

type Damage = 'damage-store' | 'damage-database' | 'tamper';

/** Removes, cuts, alters or replaces one file of a folder, chosen by `at`; `value` says how. False: there is none. */
function damageOne(dir: string, what: Damage, at: number, value: number): boolean {
  const names = [...readTree(dir).keys()].filter((path) => what !== 'damage-database' || path === 'site.db');
  const path = names[at % Math.max(1, names.length)];
  if (!path) return false;
  const file = join(dir, path);
  const bytes = readFileSync(file);
  if (value % 4 === 0) rmSync(file);
  else if (value % 4 === 1) writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
  // SQLite keeps no checksums: of its own pages only what is missing or alien shows.
  else if (value % 4 === 2 && what !== 'damage-database')
    writeFileSync(
      file,
      bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)),
    );
  else if (what === 'tamper') placeForeign(dir, at);
  else writeFileSync(file, 'alien');
  return true;
}

/** Puts something into a published tree that does not belong there: a file, a folder, or a folder where a file belongs. */
function placeForeign(dir: string, at: number): void {
  const path = ['foreign.txt', 'News/deep/er/foreign.html', 'Albums/x', 'About.html/inside'][at % 4] ?? '';
  if (at % 4 === 3) rmSync(join(dir, 'About.html'), { recursive: true, force: true });
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), 'foreign');
}

/** Throws when two lists differ as sets or in length, with the entries that are in one alone. */
function same(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  const one = new Set(actual.map((entry) => JSON.stringify(entry)));
  const other = new Set(expected.map((entry) => JSON.stringify(entry)));
  const unexpected = [...one.difference(other)];
  const absent = [...other.difference(one)];
  if (actual.length === expected.length && unexpected.length + absent.length === 0) return;
  throw new Error(
    `Not as expected: ${what}.\n  is, and must not be:\n${unexpected.join('\n')}\n  must be, and is not:\n${absent.join('\n')}`,
  );
}

/** The first of these worlds that an engine serves whole; null: none. */
async function servedWorld(engine: LockedEngine, ...worlds: (MemoryWorld | null)[]): Promise<MemoryWorld | null> {
  const live = engine.live();
  const isServed = async (path: string, text: string) => {
    const file = live?.lookup(`/${path}`);
    return file?.path === path && Buffer.from((await engine.read(file)) ?? '').toString() === text;
  };
  for (const world of worlds) {
    if (!world || !live || [...live.files()].length !== world.tree().size) continue;
    const served = await Promise.all(Array.from(world.tree(), ([path, text]) => isServed(path, text)));
    if (!served.includes(false)) return world;
  }
  return null;
}

/** The pages of which an answer has changed since the world of the traces, found by asking every query; null: unknown. */
function expectedPages(before: MemoryWorld | null, now: MemoryWorld): string[] | null {
  if (!before) return null;
  const known = new Set(before.allPages());
  return now.allPages().filter((page) => {
    if (!known.has(page) || before.codeVersion !== now.codeVersion) return true;
    return before
      .rendered(page)
      .queries.some((query) => JSON.stringify(before.answer(query)) !== JSON.stringify(now.answer(query)));
  });
}

/** Throws when other pages were rendered than expected, or something was done twice. */
function checkRendered(result: RebuildResult, expected: readonly string[], world: MemoryWorld): void {
  same([...result.rendered].sort(), [...expected].sort(), 'the pages rendered');
  if (world.renders.length !== result.rendered.length) throw new Error('A page was rendered twice, or was not reported.');
  if (new Set(world.asks).size !== world.asks.length) throw new Error(`A query was asked twice: ${world.asks.join(', ')}.`);
}

class Killed extends Error {}

/** A site, its engine, and the state that the engine is expected to have. */
class EngineRun {
  readonly #folder = temporaryFolder();
  readonly #site = new MemorySite(join(this.#folder.path, 'media'));
  readonly #distort: (world: MemoryWorld) => World;
  readonly #before: MemorySite['content'][] = [];
  readonly #trees = new Map<string, [string, string][]>();
  readonly #databases: SiteDatabase[] = [];
  #engine: LockedEngine;
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

  #open(cache: string, dist: string): LockedEngine {
    const onEvent = (_: EngineEvent) => {
      this.#eventsLeft -= 1;
      if (this.#eventsLeft === 0) throw new Killed('The process was killed.');
    };
    const database = openDatabase(this.#path(cache));
    this.#databases.push(database);
    return new LockedEngine({
      database,
      cacheDir: this.#path(cache),
      distDir: this.#path(dist),
      retention: lastReleases(3),
      onEvent,
    });
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

  async #act(step: Step): Promise<Partial<RebuildOptions>> {
    if ('name' in step && step.do !== 'unreachable') this.#change(step.name, step);
    else if (step.do === 'unreachable') this.#site.sync([step.name]);
    else if (step.do === 'undo') this.#site.content = this.#before.pop() ?? this.#site.content;
    else if (step.do === 'next-day') this.#advance(1);
    else if (step.do === 'next-month') this.#advance(31);
    else if (step.do === 'new-code') this.#site.code += 1;
    else if (step.do === 'reopen') this.#reopen();
    else if (step.do === 'gc') this.#engine.gc();
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
      const served = await servedWorld(this.#engine, world, before);
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
    this.#engine.resume();
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

  async #rebuildAndCheck(options: Partial<RebuildOptions>): Promise<void> {
    const world = this.#site.world();
    const expected = expectedPages(this.#traced, world);
    const result = await this.#engine.rebuild(this.#distort(world), options);
    if (!result.ok) throw new Error(`The rebuild failed: ${result.message}`);
    same(this.#tree('dist'), sorted(world.tree()), 'dist');
    if ((await servedWorld(this.#engine, world)) === null) throw new Error('What is served differs from dist.');
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
async function takeSteps(steps: readonly Step[], distort?: (world: MemoryWorld) => World): Promise<void> {
  const run = new EngineRun(distort);
  try {
    for (const step of steps) await run.take(step);
    await run.compareWithCleanBuild();
  } finally {
    run.end();
  }
}

/** Steps of a sequence; `ENGINE_RUNS` is the number of sequences. */
const STEPS = 40;
const RUNS = runs(12, 'ENGINE_RUNS');

describe('after every step of a random sequence', () => {
  test('the tree equals a clean build and only pages whose answers changed were rendered', {
    timeout: 240_000 + RUNS.numRuns * 2_000,
  }, async () => {
    const steps = fc.array(anyStep, { minLength: STEPS, maxLength: STEPS });
    await fc.assert(
      fc.asyncProperty(steps, (all) => takeSteps(all)),
      { ...RUNS, endOnFailure: true },
    );
  });
});

describe('a recorder that forgets one kind of query', () => {
  /** The world as an engine sees it whose recorder is faulty. */
  const forgetting =
    (kind: string) =>
    (world: MemoryWorld): World =>
      Object.assign(world, {
        render: (page: string, ask: (query: string) => unknown) =>
          MemoryWorld.prototype.render.call(world, page, (query) =>
            query.split(' ')[0] === kind ? world.answer(query) : ask(query),
          ),
      });

  test.each(QUERY_KINDS)('is found out (%s)', async (kind) => {
    const steps = fc.array(contentStep, { minLength: 25, maxLength: 25 });
    const result = await fc.check(
      fc.asyncProperty(steps, (all) => takeSteps(all, forgetting(kind))),
      { numRuns: 20, endOnFailure: true, seed: 7 },
    );
    expect(result.failed).toBe(true);
  });
});
