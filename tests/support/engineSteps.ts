/** Random life of a site, step by step, with a model that says after each step what must be published and what rendered. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import {
  type Engine,
  type EngineEvent,
  openEngine,
  type RebuildOptions,
  type RebuildResult,
  type World,
} from '../../src/engine/index.ts';
import { type CollectionName, type Item, MemorySite, type MemoryWorld } from './memoryWorld.ts';
import { readTree, sorted, temporaryFolder } from './trees.ts';

const NAMES = ['news', 'albums', 'notes'] as const;
const DAYS = ['2026-11-20', '2026-11-01', '2026-03-09', '2025-12-31', '2025-03-01', null];
const PICTURES = ['one', 'two', 'three', null];

export type Step =
  | {
      readonly do: 'create' | 'edit' | 'delete' | 'reorder' | 're-date' | 're-picture';
      readonly name: CollectionName;
      readonly at: number;
      readonly value: number;
    }
  | { readonly do: 'undo' | 'next-day' | 'next-month' | 'new-code' | 'reopen' | 'gc' | 'clean' | 'rollback' }
  | { readonly do: 'unreachable'; readonly name: CollectionName }
  | {
      readonly do: 'broken-template' | 'crash' | 'damage-store' | 'damage-state' | 'damage-pointer' | 'tamper';
      readonly at: number;
      readonly value: number;
    };

const small = fc.nat({ max: 40 });
const name = fc.constantFrom(...NAMES);
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);

/** Mostly changes of content; now and then something goes wrong. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
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
      do: kinds('broken-template', 'crash', 'crash', 'damage-store', 'damage-state', 'damage-pointer', 'tamper'),
      at: small,
      value: small,
    }),
  },
);

/** Only changes of content, days and code, for trying out what a faulty engine overlooks. */
export const contentStep: fc.Arbitrary<Step> = fc.oneof(
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

class Killed extends Error {}

/** A site, an engine, and what is known to hold. */
export class Life {
  readonly #folder = temporaryFolder();
  readonly #site = new MemorySite(join(this.#folder.path, 'media'));
  readonly #distort: (world: MemoryWorld) => World;
  readonly #before: MemorySite['content'][] = [];
  readonly #trees = new Map<string, [string, string][]>();
  #engine: Engine;
  #made = 0;
  /** Steps until the process dies, counted in events. */
  #fuse = Number.POSITIVE_INFINITY;
  /** The world that the engine's traces stand for; null: not certain. */
  #traced: MemoryWorld | null = null;
  #live: MemoryWorld | null = null;
  #damaged = false;

  /** `distort` stands between the site and the engine: a faulty recorder, for instance. */
  constructor(distort: (world: MemoryWorld) => World = (world) => world) {
    this.#distort = distort;
    this.#engine = this.#open('cache', 'dist');
  }

  end(): void {
    this.#folder.remove();
  }

  #path(...names: string[]): string {
    return join(this.#folder.path, ...names);
  }

  #open(cache: string, dist: string): Engine {
    const onEvent = (_: EngineEvent) => {
      this.#fuse -= 1;
      if (this.#fuse === 0) throw new Killed('The process was killed.');
    };
    return openEngine({ cacheDir: this.#path(cache), distDir: this.#path(dist), keepReleases: 3, logHeadroom: 1000, onEvent });
  }

  #reopen(): void {
    this.#engine = this.#open('cache', 'dist');
  }

  /** Does a step, rebuilds, and throws when anything is not as it must be. */
  async take(step: Step): Promise<void> {
    const options = await this.#act(step);
    await this.#rebuildAndCheck(options);
  }

  async #act(step: Step): Promise<RebuildOptions> {
    if ('name' in step && step.do !== 'unreachable') this.#change(step.name, step);
    else if (step.do === 'unreachable') this.#site.sync([step.name]);
    else if (step.do === 'undo') this.#site.content = this.#before.pop() ?? this.#site.content;
    else if (step.do === 'next-day') this.#pass(1);
    else if (step.do === 'next-month') this.#pass(31);
    else if (step.do === 'new-code') this.#site.code += 1;
    else if (step.do === 'reopen') this.#reopen();
    else if (step.do === 'gc') await this.#engine.gc();
    else if (step.do === 'rollback') await this.#goBackAndOn();
    else if (step.do === 'broken-template') await this.#failToRender(step.at);
    else if (step.do === 'crash') await this.#crash(step.at, step.value);
    else if ('at' in step) this.#spoil(step.do, step.at, step.value);
    if (step.do !== 'unreachable') this.#site.sync();
    return { clean: step.do === 'clean' };
  }

  #pass(days: number): void {
    this.#site.day = new Date(Date.parse(this.#site.day) + days * 86_400_000).toISOString().slice(0, 10);
  }

  #change(collection: CollectionName, step: Step & { readonly at: number; readonly value: number }): void {
    this.#before.push(this.#site.content);
    const items = [...this.#site.content[collection]];
    const at = step.at % Math.max(1, items.length);
    const old = items[at];
    const day = DAYS[step.value % DAYS.length] ?? null;
    const picture = PICTURES[step.value % PICTURES.length] ?? null;
    if (step.do === 'create')
      items.splice(at, 0, {
        id: `${collection}${++this.#made}`,
        title: `Title ${step.value}`,
        body: `Body ${step.value}`,
        day,
        picture,
      });
    else if (!old) return;
    else if (step.do === 'delete') items.splice(at, 1);
    else if (step.do === 'reorder') items.push(...items.splice(at, 1));
    else items[at] = edited(old, step.do, step.value, day, picture);
    this.#site.content = { ...this.#site.content, [collection]: items };
  }

  async #failToRender(at: number): Promise<void> {
    const pages = this.#site.world().pages();
    const before = this.#tree('dist');
    this.#site.failing.add(pages[at % pages.length] ?? '/');
    this.#site.code += 1;
    const result = await this.#engine.rebuild(this.#distort(this.#site.world()));
    this.#site.failing.clear();
    this.#site.code -= 1;
    if (result.ok || result.reason !== 'render-failed') throw new Error('A page that fails to render did not fail the rebuild.');
    if (!this.#damaged) same(this.#tree('dist'), before, 'dist after a failed rebuild');
  }

  /** The process dies at one of the events of a rebuild; what is served next is the old release or the new one, whole. */
  async #crash(at: number, value: number): Promise<void> {
    this.#change(NAMES[value % 3] ?? 'news', { do: 'create', name: 'news', at, value });
    this.#site.sync();
    const world = this.#site.world();
    const before = this.#live;
    this.#fuse = 1 + at;
    await this.#engine.rebuild(this.#distort(world)).catch(() => null);
    await this.#engine.settled();
    const died = this.#fuse <= 0;
    this.#fuse = Number.POSITIVE_INFINITY;
    this.#reopen();
    if (!died) this.#live = world;
    if (died && !this.#damaged) {
      const served = this.#served(this.#engine, world, before);
      if (before && !served) throw new Error('After a crash neither the old release nor the new one is served whole.');
      this.#live = served;
    }
    this.#traced = null;
  }

  /** Of two worlds the one that an engine serves. */
  #served(engine: Engine, ...worlds: (MemoryWorld | null)[]): MemoryWorld | null {
    const live = engine.live();
    const isServed = ([path, text]: [string, string]) => {
      const file = live?.lookup(`/${path}`);
      return file?.path === path && readFileSync(file.file, 'utf8') === text;
    };
    return worlds.find((world) => world && live?.size === world.tree().size && [...world.tree()].every(isServed)) ?? null;
  }

  async #goBackAndOn(): Promise<void> {
    const result = await this.#engine.rollback();
    if (!result.ok) return;
    const tree = this.#trees.get(result.value.release);
    if (tree) same(this.#tree('dist'), tree, 'dist after a rollback');
    const held = await this.#engine.rebuild(this.#distort(this.#site.world()));
    if (!held.ok || held.value.state !== 'held') throw new Error('A rollback did not hold.');
    await this.#engine.resume();
    // What is live differs from what the traces stand for, so pages may be written that were not rendered.
  }

  #spoil(what: string, at: number, value: number): void {
    const dir =
      { 'damage-store': this.#path('cache', 'store'), 'damage-state': this.#path('cache', 'engine'), tamper: this.#path('dist') }[
        what
      ] ?? this.#path('cache');
    const names = [...readTree(dir).keys()].filter(
      (path) => what !== 'damage-pointer' || path === 'current' || path === 'dist-journal',
    );
    const path = names[at % Math.max(1, names.length)];
    if (!path) return;
    const file = join(dir, path);
    const bytes = readFileSync(file);
    if (value % 4 === 0) rmSync(file);
    else if (value % 4 === 1) writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
    else if (value % 4 === 2)
      writeFileSync(
        file,
        bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)),
      );
    else if (what === 'tamper') placeForeign(dir, at);
    else writeFileSync(file, 'alien');
    if (what !== 'tamper') {
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
    const expected = this.#expected(world);
    const result = await this.#engine.rebuild(this.#distort(world), options);
    if (!result.ok) throw new Error(`The rebuild failed: ${result.message}`);
    await this.#engine.settled();
    same(this.#tree('dist'), sorted(world.tree()), 'dist');
    if (this.#served(this.#engine, world) === null) throw new Error('What is served differs from dist.');
    if (expected && !options.clean) this.#checkRendered(result.value, expected, world);
    this.#traced = world;
    this.#live = world;
    this.#damaged = false;
    this.#trees.set(result.value.release, this.#tree('dist'));
  }

  /** The pages of which an answer differs between what the traces stand for and now, found by asking everything. */
  #expected(now: MemoryWorld): string[] | null {
    const before = this.#traced;
    if (!before) return null;
    const known = new Set(before.pages());
    return now.pages().filter((page) => {
      if (!known.has(page) || before.codeVersion !== now.codeVersion) return true;
      return before.draw(page).queries.some((query) => before.answer(query).digest !== now.answer(query).digest);
    });
  }

  #checkRendered(result: RebuildResult, expected: readonly string[], world: MemoryWorld): void {
    same([...result.rendered].sort(), [...expected].sort(), 'the pages rendered');
    if (world.renders.length !== result.rendered.length) throw new Error('A page was rendered twice, or was not reported.');
    if (new Set(world.asks).size !== world.asks.length) throw new Error(`A query was asked twice: ${world.asks.join(', ')}.`);
  }

  /** A clean build in a fresh cache gives the same tree. */
  async compareWithCleanBuild(): Promise<void> {
    const result = await this.#open('fresh-cache', 'fresh-dist').rebuild(this.#site.world(), { clean: true });
    if (!result.ok) throw new Error(result.message);
    same(this.#tree('dist'), this.#tree('fresh-dist'), 'dist and that of a clean build');
  }
}

/** Puts something into a published tree that does not belong there: a file, a folder, or a folder where a file belongs. */
function placeForeign(dir: string, at: number): void {
  const path = ['foreign.txt', 'News/deep/er/foreign.html', 'Albums/x', 'About.html/inside'][at % 4] ?? '';
  if (at % 4 === 3) rmSync(join(dir, 'About.html'), { recursive: true, force: true });
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), 'foreign');
}

function edited(old: Item, how: Step['do'], value: number, day: string | null, picture: string | null): Item {
  if (how === 're-date') return { ...old, day };
  if (how === 're-picture') return { ...old, picture };
  return value % 2 ? { ...old, body: `Body ${value}` } : { ...old, title: `Title ${value}` };
}

function same(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  const one = new Set(actual.map((entry) => JSON.stringify(entry)));
  const other = new Set(expected.map((entry) => JSON.stringify(entry)));
  const more = [...one.difference(other)];
  const fewer = [...other.difference(one)];
  if (actual.length === expected.length && more.length + fewer.length === 0) return;
  throw new Error(
    `Not as expected: ${what}.\n  is, and must not be:\n${more.join('\n')}\n  must be, and is not:\n${fewer.join('\n')}`,
  );
}

/** Lives through steps from the first rebuild on. */
export async function live(steps: readonly Step[], distort?: (world: MemoryWorld) => World): Promise<void> {
  const life = new Life(distort);
  try {
    for (const step of steps) await life.take(step);
    await life.compareWithCleanBuild();
  } finally {
    life.end();
  }
}
