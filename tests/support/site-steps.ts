/** Random life of the real site, step by step, each compared with a clean build. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import type { RawItem } from '../../scripts/lib/generated-items.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSite, type Site } from '../../src/site/open.ts';
import { SMALL_PDF, smallPicture } from './pictures.ts';
import { ROOT, settingsFor } from './rig.ts';
import { FAILURES, type Failure, type Lists, type School, startSchool } from './school.ts';
import { schoolItem } from './school-items.ts';
import { TEMPORARY } from './temporary.ts';
import { TODAY } from './today.ts';

const DAY = 86_400_000;
/** A list of so many items that comes back empty is held for a day. */
const LARGE = 10;

interface ContentStep {
  readonly do: 'create' | 'edit' | 're-date' | 'delete' | 'reorder' | 'repeat' | 'fill' | 'empty';
  readonly name: CollectionName;
  readonly at: number;
  readonly value: number;
}

export type SiteStep =
  | ContentStep
  | { readonly do: 'undo' | 'reopen' | 'picture-arrives' | 'unreachable' }
  | { readonly do: 'days-pass'; readonly days: number }
  | { readonly do: 'damage'; readonly folder: DamagedFolder; readonly how: Damage; readonly at: number }
  | { readonly do: 'fail'; readonly names: readonly CollectionName[]; readonly how: Failure; readonly at: number }
  | { readonly do: 'hook'; readonly names: readonly CollectionName[]; readonly value: number };

const DAMAGED_FOLDERS = ['cache', 'dist'] as const;
type DamagedFolder = (typeof DAMAGED_FOLDERS)[number];
const DAMAGES = ['remove', 'empty', 'cut', 'lengthen'] as const;
type Damage = (typeof DAMAGES)[number];

const name = fc.constantFrom(...COLLECTION_NAMES);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const small = fc.nat({ max: 1000 });
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);

/** Mostly changes of content; now and then time, trouble or a restart. */
export const siteStep: fc.Arbitrary<SiteStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: kinds('create', 'create', 'edit', 're-date', 'delete', 'reorder', 'repeat', 'fill', 'empty'),
      name,
      at: small,
      value: small,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: kinds('undo', 'undo', 'reopen', 'picture-arrives', 'unreachable') }) },
  { weight: 2, arbitrary: fc.record({ do: kinds('days-pass'), days: fc.constantFrom(1, 1, 10, 41, 366) }) },
  { weight: 2, arbitrary: fc.record({ do: kinds('fail'), names, how: fc.constantFrom(...FAILURES), at: small }) },
  { weight: 2, arbitrary: fc.record({ do: kinds('hook'), names, value: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kinds('damage'),
      folder: fc.constantFrom(...DAMAGED_FOLDERS),
      how: fc.constantFrom(...DAMAGES),
      at: fc.nat({ max: 100_000 }),
    }),
  },
);

/** Path → digest of every file below a folder. */
export function digests(dir: string): Map<string, string> {
  const found = readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return new Map(
    found
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .sort()
      .map((file) => [relative(dir, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

/** Paths that are in only one of two trees, or differ. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).sort();
}

function damageFile(file: string, how: Damage): void {
  const { size } = statSync(file);
  if (how === 'lengthen') appendFileSync(file, 'garbage');
  else if (how === 'cut' || how === 'empty') truncateSync(file, how === 'cut' ? Math.floor(size / 2) : 0);
  else rmSync(file);
}

function agree(what: string, wrong: readonly unknown[]): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')}`);
}

/** A school and its site, rebuilt after each step. */
export class SiteLife {
  readonly #folder = mkdtempSync(join(TEMPORARY, 'site-life-'));
  readonly #school: School;
  /** Answers what the site is to show: the last good answers of `school`. */
  readonly #mirror: School;
  readonly #settings: Settings;
  readonly #before: Lists[] = [];
  #now = TODAY;
  #made = 0;
  /** Since when a list has come back empty and is held, epoch milliseconds. */
  readonly #heldSince = new Map<CollectionName, number>();
  #site: Site;
  /** Builds the mirror's content from nothing; its pictures are made once. */
  #clean: Site;

  private constructor(school: School, mirror: School) {
    this.#school = school;
    this.#mirror = mirror;
    this.#settings = settingsFor(this.#folder);
    this.#site = this.#open('dist', this.#settings.cacheDir, school);
    this.#clean = this.#open('clean-dist', this.#path('clean-cache'), mirror);
  }

  static async begin(): Promise<SiteLife> {
    const lists = Object.fromEntries(
      COLLECTION_NAMES.map((of, at) => [of, [0, 1, 2, 3].map((value) => schoolItem(of, `${of} ${value}`, at * 31 + value * 7))]),
    );
    const media = new Map([
      ['one.jpg', await smallPicture(1)],
      ['two & three.jpg', await smallPicture(2, 700)],
      ['ünï#çode?.jpg', await smallPicture(3)],
      ['circular.pdf', SMALL_PDF],
    ]);
    const life = new SiteLife(await startSchool(lists, media), await startSchool(lists, media));
    await life.#rebuildAndCompare(COLLECTION_NAMES);
    return life;
  }

  async end(): Promise<void> {
    await this.#site.close();
    await this.#clean.close();
    await this.#school.close();
    await this.#mirror.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #open(dist: string, cacheDir: string, from: School): Site {
    const settings = { ...this.#settings, cacheDir };
    return openSite({ root: ROOT, settings, contentServiceUrl: from.url, distDir: this.#path(dist), now: () => this.#now });
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }

  /** Does a step, rebuilds, and throws when anything is not as it must be. */
  async take(step: SiteStep): Promise<void> {
    if (step.do === 'unreachable') await this.#failWholly();
    else if (step.do === 'fail') await this.#failInPart(step.names, step.how, step.at);
    else if (step.do === 'hook') await this.#changeAllAndNameSome(step.names, step.value);
    else {
      await this.#act(step);
      await this.#rebuildAndCompare(COLLECTION_NAMES);
      await this.#expectNothingToDo();
    }
  }

  /** A file that is not as it was left, for a process that starts then. */
  async #damage(folder: DamagedFolder, how: Damage, at: number): Promise<void> {
    await this.#site.close();
    const files = [...digests(this.#path(folder)).keys()];
    if (files.length > 0) damageFile(join(this.#path(folder), files[at % files.length] ?? ''), how);
    this.#site = this.#open('dist', this.#settings.cacheDir, this.#school);
  }

  async #act(step: Exclude<SiteStep, { do: 'unreachable' | 'fail' | 'hook' }>): Promise<void> {
    if (step.do === 'undo') this.#school.lists = this.#before.pop() ?? this.#school.lists;
    else if (step.do === 'damage') await this.#damage(step.folder, step.how, step.at);
    else if (step.do === 'days-pass') this.#now += step.days * DAY;
    else if (step.do === 'reopen') {
      await this.#site.close();
      this.#site = this.#open('dist', this.#settings.cacheDir, this.#school);
      await this.#clean.close();
      for (const folder of ['clean-dist', 'clean-cache']) rmSync(this.#path(folder), { recursive: true });
      this.#clean = this.#open('clean-dist', this.#path('clean-cache'), this.#mirror);
    } else if (step.do === 'picture-arrives') {
      for (const school of [this.#school, this.#mirror]) school.media.set('late.jpg', await smallPicture(4));
    } else if ('name' in step) this.#change(step.name, step.do, step.at, step.value);
  }

  #change(of: CollectionName, how: ContentStep['do'], at: number, value: number): void {
    this.#before.push(this.#school.lists);
    const items = [...(this.#school.lists[of] ?? [])];
    const place = at % Math.max(1, items.length);
    const old = items[place];
    if (how === 'empty') items.length = 0;
    else if (how === 'fill') {
      for (let more = 0; more < LARGE; more += 1) items.push(schoolItem(of, this.#newIdentity(value + more), value + more));
    } else if (how === 'create' || !old) items.splice(place, 0, schoolItem(of, this.#newIdentity(value), value));
    else if (how === 'delete') items.splice(place, 1);
    else if (how === 'reorder') items.push(...items.splice(place, 1));
    else if (how === 'repeat') items.push(old);
    else items[place] = how === 're-date' ? reDated(of, old, value) : schoolItem(of, String(old._id), value);
    this.#school.lists = { ...this.#school.lists, [of]: items };
  }

  #newIdentity(value: number): string {
    this.#made += 1;
    return ['plain-', 'Ünï code/', '../', 'a b?c#d%20', 'x'.repeat(80)][value % 5] + String(this.#made);
  }

  async #failWholly(): Promise<void> {
    for (const of of COLLECTION_NAMES) this.#school.failing.set(of, 'refused');
    const before = digests(this.#path('dist'));
    const rebuilt = await this.#site.rebuild();
    this.#school.failing.clear();
    if (rebuilt.ok) throw new Error('A rebuild without any answer of the service succeeded.');
    agree('Changed without an answer of the service', differences(before, digests(this.#path('dist'))));
  }

  async #failInPart(failing: readonly CollectionName[], how: Failure, at: number): Promise<void> {
    for (const of of failing) {
      this.#change(of, 'create', at, at);
      this.#school.failing.set(of, how);
    }
    this.#change('news', 'edit', at, at + 1);
    await this.#rebuildAndCompare(COLLECTION_NAMES, failing);
    this.#school.failing.clear();
  }

  /** Only what a hook names is fetched again. */
  async #changeAllAndNameSome(named: readonly CollectionName[], value: number): Promise<void> {
    for (const of of ['news', 'highlight', ...named] as const) this.#change(of, 'create', value, value);
    await this.#rebuildAndCompare(named);
  }

  async #rebuildAndCompare(asked: readonly CollectionName[], failing: readonly CollectionName[] = []): Promise<void> {
    const believed = asked.filter((of) => !failing.includes(of) && !this.#isHeld(of));
    for (const of of believed) this.#mirror.lists = { ...this.#mirror.lists, [of]: this.#school.lists[of] };
    const { stale } = await this.#rebuild(asked === COLLECTION_NAMES ? {} : { collections: asked });
    if (asked === COLLECTION_NAMES) {
      const kept = COLLECTION_NAMES.filter((of) => !believed.includes(of));
      agree('Named stale', differences(new Map(kept.map((of) => [of, ''])), new Map(stale.map((of) => [of, '']))));
    }
    await this.#compare();
  }

  /** Whether the last good items of a list that comes back empty stay published. */
  #isHeld(of: CollectionName): boolean {
    const isEmptied = this.#school.lists[of]?.length === 0 && (this.#mirror.lists[of]?.length ?? 0) >= LARGE;
    const since = this.#heldSince.get(of) ?? this.#now;
    if (isEmptied && this.#now < since + DAY) this.#heldSince.set(of, since);
    else this.#heldSince.delete(of);
    return this.#heldSince.has(of);
  }

  async #rebuild(request: { collections?: readonly CollectionName[] }) {
    const before = this.#tree();
    const rebuilt = await this.#site.rebuild(request);
    if (!rebuilt.ok) throw new Error(`The rebuild failed: ${rebuilt.message}`);
    await this.#site.settled();
    const { report } = rebuilt.value;
    const told = new Set([...report.written, ...report.removed]);
    const changed = differences(before, this.#tree());
    agree(
      'Changed without being reported',
      changed.filter((path) => !told.has(path)),
    );
    agree('Reported without having changed', before.size > 0 ? [...told].filter((path) => !changed.includes(path)) : []);
    return report;
  }

  #tree(): Map<string, string> {
    try {
      return digests(this.#path('dist'));
    } catch {
      return new Map();
    }
  }

  async #compare(): Promise<void> {
    const built = await this.#clean.rebuild({ clean: true });
    if (!built.ok) throw new Error(`The clean build failed: ${built.message}`);
    await this.#clean.settled();
    agree('Different from a clean build', differences(digests(this.#path('clean-dist')), this.#tree()));
  }

  async #expectNothingToDo(): Promise<void> {
    const report = await this.#rebuild({});
    agree('Rendered though nothing changed', report.rendered);
    agree('Written though nothing changed', report.written);
  }
}

function reDated(of: CollectionName, item: RawItem, value: number): RawItem {
  const { fromDate, date, sessionYear } = schoolItem(of, '', value);
  return { ...item, ...(of === 'news' ? { fromDate } : of === 'topper' ? { sessionYear } : { date }) };
}
