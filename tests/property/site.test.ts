import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { generateItem, type RawItem } from '../../scripts/lib/generatedItems.ts';
import { randomFrom } from '../../scripts/lib/random.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { fail, Refusal, type Result } from '../../src/lib/result.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSite, type Rebuilt, type Site } from '../../src/site/open.ts';
import {
  FAILURES,
  type Failure,
  type FakeContentService,
  type Lists,
  startFakeContentService,
} from '../support/fakeContentService.ts';
import { SMALL_PDF, smallPicture } from '../support/pictures.ts';
import { missingIn } from '../support/published.ts';
import { codeVersionOf, ROOT, settingsFor } from '../support/rig.ts';
import { TEMPORARY } from '../support/temporary.ts';
import { TODAY } from '../support/today.ts';
import { differences, digests } from '../support/trees.ts';
import { runs } from './runs.ts';

const TITLES = [
  'Annual Sports Day',
  'Inter-house quiz: final round',
  'वार्षिक खेल दिवस',
  'বার্ষিক ক্রীড়া প্রতিযোগিতা',
  '<script>alert("title")</script>',
  'Ampersands & "quotes" < > \' `',
  'A title that goes on for much longer than anybody who designed a card would have expected it to go on',
  'Half-yearly examination — results 🏆',
  '',
] as const;

const DATES = [
  '2026-11-21',
  '2026-11-03',
  '2026-10-17',
  '2026-01-01',
  '2025-12-31T18:29:59.999Z',
  '2025-12-31T18:30:00Z',
  '2025-03-09T09:00:00',
  1_741_500_000_000,
  '2024-02-29',
  'next Tuesday',
  null,
] as const;

const REFERENCES = ['one.jpg', 'two & three.jpg', 'ünï#çode?.jpg', 'late.jpg', 'circular.pdf', 'never.jpg'] as const;

const SESSIONS = ['2026-2027', '2025-2026', '2024-25', '2023–2024', 'unknown'] as const;
const CATEGORIES = ['PhotoGallery', 'PhotoGallery', 'PhotoGallery', 'Hidden'] as const;
const LINKS = ['https://register.example.org/1', 'mailto:office@school.example', 'data:x'] as const;

/** An item of a collection with an identity; `value` decides everything else: the same number makes the same item. */
function schoolItem(collection: CollectionName, id: string, value: number): RawItem {
  const { pick } = randomFrom(value);
  const picture = () => pick([...REFERENCES, null, { url: REFERENCES[0] }]);
  const some = () => [picture(), picture()].slice(pick([0, 1, 2]));
  const text = () => `Text ${value}. ${pick(TITLES)}`;
  return generateItem(collection, id, {
    title: () => pick(TITLES),
    description: text,
    message: () => `<p>${text()}</p><script>alert(1)</script>`,
    label: () => pick(TITLES) || 'A Pupil',
    date: () => pick(DATES),
    time: () => '10:30 am',
    picture,
    pictures: some,
    photos: () => [picture(), ...some()],
    files: some,
    albumCategory: () => pick(CATEGORIES),
    videoLink: () => pick(['https://video.example.org/1', 'javascript:alert(1)']),
    link: () => pick(LINKS),
    session: () => pick(SESSIONS),
    class: () => pick(['X', 'XII', 10, '12']),
    division: () => 90 + (value % 10),
  });
}

/** Number of items from which on a list that comes back empty is held for a day. */
const LARGE = 10;

/** Four items of each collection. */
function firstLists(): Lists {
  const items = (name: CollectionName, at: number) =>
    [0, 1, 2, 3].map((value) => schoolItem(name, `${name} ${value}`, at * 31 + value * 7));
  return Object.fromEntries(COLLECTION_NAMES.map((name, at) => [name, items(name, at)]));
}

/** Pictures and files that items name. */
async function firstMedia(): Promise<Map<string, Buffer>> {
  return new Map([
    ['one.jpg', await smallPicture(1)],
    ['two & three.jpg', await smallPicture(2, 700)],
    ['ünï#çode?.jpg', await smallPicture(3)],
    ['circular.pdf', SMALL_PDF],
  ]);
}

const DAMAGES = ['remove', 'empty', 'cut', 'lengthen', 'overwrite', 'folder'] as const;
type Damage = (typeof DAMAGES)[number];

function overwrite(file: string): void {
  const bytes = readFileSync(file);
  for (let at = Math.floor(bytes.length / 2); at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  writeFileSync(file, bytes);
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(join(file, 'inside'), { recursive: true });
  writeFileSync(join(file, 'inside', 'foreign.txt'), 'foreign');
}

function damageFile(file: string, how: Damage): void {
  if (how === 'lengthen') appendFileSync(file, 'garbage');
  else if (how === 'empty') truncateSync(file, 0);
  else if (how === 'cut') truncateSync(file, Math.floor(statSync(file).size / 2));
  else if (how === 'overwrite') overwrite(file);
  else if (how === 'folder') replaceByFolder(file);
  else rmSync(file);
}

/** Damages one of the files below a folder, chosen by a number. Gives the file's path; undefined: there is none. */
function damageOne(folder: string, how: Damage, at: number): string | undefined {
  const files = [...digests(folder).keys()];
  const file = files[at % files.length];
  if (file !== undefined) damageFile(join(folder, file), how);
  return file;
}

class SchoolChanges {
  readonly #school: FakeContentService;
  readonly #before: Lists[] = [];
  #made = 0;

  constructor(school: FakeContentService) {
    this.#school = school;
  }

  make(name: CollectionName, how: ContentStep['do'], at: number, value: number): void {
    this.#before.push(this.#school.lists);
    const items = [...(this.#school.lists[name] ?? [])];
    const place = at % Math.max(1, items.length);
    const old = items[place];
    if (how === 'empty') items.length = 0;
    else if (how === 'fill') {
      for (let more = 0; more < LARGE; more += 1) items.push(schoolItem(name, this.#newIdentity(value + more), value + more));
    } else if (how === 'create' || !old) items.splice(place, 0, schoolItem(name, this.#newIdentity(value), value));
    else if (how === 'delete') items.splice(place, 1);
    else if (how === 'reorder') items.push(...items.splice(place, 1));
    else if (how === 'repeat') items.push(old);
    else items[place] = how === 're-date' ? reDated(name, old, value) : schoolItem(name, String(old._id), value);
    this.#school.lists = { ...this.#school.lists, [name]: items };
  }

  undo(): void {
    this.#school.lists = this.#before.pop() ?? this.#school.lists;
  }

  #newIdentity(value: number): string {
    this.#made += 1;
    return ['plain-', 'Ünï code/', '../', 'a b?c#d%20', 'x'.repeat(80)][value % 5] + String(this.#made);
  }
}

function reDated(name: CollectionName, item: RawItem, value: number): RawItem {
  const { fromDate, date, sessionYear } = schoolItem(name, '', value);
  return { ...item, ...(name === 'news' ? { fromDate } : name === 'topper' ? { sessionYear } : { date }) };
}

interface ContentStep {
  readonly do: 'create' | 'edit' | 're-date' | 'delete' | 'reorder' | 'repeat' | 'fill' | 'empty';
  readonly name: CollectionName;
  readonly at: number;
  readonly value: number;
}

const DAMAGED_FOLDERS = ['cache', 'dist', 'data'] as const;

interface DamageStep {
  readonly do: 'damage';
  readonly folder: (typeof DAMAGED_FOLDERS)[number];
  readonly how: Damage;
  readonly at: number;
  /** Odd: the news change as well. */
  readonly value: number;
}

/** After a change of content, a rebuild in another process that is killed or limited in the size of its files. */
type BrokenRun = { readonly value: number } & (
  | { readonly do: 'kill'; readonly at: (typeof EVENTS)[number] }
  | { readonly do: 'disk-full'; readonly kilobytes: number }
);

/** Events of a rebuild at which it is killed, in their order; with a number, the one of so many. */
const EVENTS = [
  'fetched',
  'stored',
  'stored 7',
  'recorded',
  'live',
  'installed',
  'installed 5',
  'removed',
  'dist-complete',
] as const;

interface HostileStep {
  readonly do: 'hostile';
  /** Bodies of answers, by collection. */
  readonly answers: readonly (readonly [CollectionName, Buffer])[];
}

type SiteStep =
  | ContentStep
  | DamageStep
  | BrokenRun
  | HostileStep
  | { readonly do: 'undo' | 'reopen' | 'picture-arrives' | 'unreachable' }
  | { readonly do: 'days-pass'; readonly days: number }
  | { readonly do: 'fail'; readonly names: readonly CollectionName[]; readonly how: Failure; readonly at: number }
  | { readonly do: 'hook'; readonly names: readonly CollectionName[]; readonly value: number };

const name = fc.constantFrom(...COLLECTION_NAMES);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const small = fc.nat({ max: 1000 });
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);

/** Any code point, halves of characters included. Fast-check's own unit `binary` takes 1.5 s of each process that names it. */
const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '\u0000\u001b[2J',
    '\u202e',
    '\ud800',
    '../../etc/passwd',
    '{school}',
    '</script><script>',
    '<svg onload=x>',
    '%',
    '?#',
  ),
  fc.constantFrom<unknown>(1e308, -1, '1e999', '+275760-09-13', '0000-00-00', [[[[]]]], { url: null }, ['one.jpg', 'one.jpg']),
);

const FIELDS = ['_id', 'title', 'name', 'date', 'fromDate', 'image', 'attachments', 'message', 'url', 'videoUrl', 'sessionYear'];

/** An item with invalid values in some fields, or a value that is no item. */
function hostileItem(of: CollectionName): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(small, fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS, '__proto__', 'constructor'), fc.string()), hostileValue))
    .map(([value, fields]) => ({ ...schoolItem(of, `h${value}`, value), ...fields }));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: hostileValue });
}

const wrapped = (of: CollectionName) =>
  fc
    .tuple(fc.array(hostileItem(of), { maxLength: 12 }), fc.constantFrom('', 'data', 'result', of))
    .map(([items, key]) => Buffer.from(JSON.stringify(key ? { [key]: items } : items)));

const notAList = fc.oneof(
  hostileValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('['.repeat(30_000), '\ufeff[]', '[{"_id":"a","_id":"b"}]', '[1,]', '{"data":{"data":[]}}')
    .map((text) => Buffer.from(text)),
);

const hostileAnswer = name.chain((of) =>
  fc.tuple(fc.constant(of), fc.oneof({ weight: 3, arbitrary: wrapped(of) }, { weight: 1, arbitrary: notAList })),
);

const change = (...all: ContentStep['do'][]) => fc.record({ do: kinds(...all), name, at: small, value: small });
const event = (...all: ('undo' | 'reopen' | 'picture-arrives' | 'unreachable')[]) => fc.record({ do: kinds(...all) });
const damage = (...folders: DamageStep['folder'][]) =>
  fc.record({
    do: kinds('damage'),
    folder: fc.constantFrom(...folders),
    how: fc.constantFrom(...DAMAGES),
    at: fc.nat({ max: 100_000 }),
    value: small,
  });
const daysPass = fc.record({ do: kinds('days-pass'), days: fc.constantFrom(1, 1, 10, 41, 366) });
const failure = fc.record({ do: kinds('fail'), names, how: fc.constantFrom(...FAILURES), at: small });
const hook = fc.record({ do: kinds('hook'), names, value: small });
const hostile = fc.record({ do: kinds('hostile'), answers: fc.array(hostileAnswer, { minLength: 1, maxLength: 4 }) });
const kill = (...at: (typeof EVENTS)[number][]) => fc.record({ do: kinds('kill'), at: kinds(...at), value: small });
const diskFull = fc.record({ do: kinds('disk-full'), kilobytes: fc.nat({ max: 60 }), value: small });

/** Mostly changes of content, some faults, restarts and passing days. */
const siteStep: fc.Arbitrary<SiteStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: change('create', 'create', 'edit', 're-date', 'delete', 'reorder', 'repeat', 'fill', 'empty'),
  },
  { weight: 3, arbitrary: event('undo', 'undo', 'reopen', 'picture-arrives', 'unreachable') },
  { weight: 2, arbitrary: daysPass },
  { weight: 2, arbitrary: failure },
  { weight: 2, arbitrary: hook },
  { weight: 4, arbitrary: damage(...DAMAGED_FOLDERS) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: kill(...EVENTS) },
  { weight: 1, arbitrary: diskFull },
);

const EACH_KIND: readonly fc.Arbitrary<SiteStep>[] = [
  ...(['create', 'edit', 're-date', 'delete', 'reorder', 'repeat', 'fill', 'empty'] as const).map((kind) => change(kind)),
  ...(['undo', 'reopen', 'picture-arrives', 'unreachable'] as const).map((kind) => event(kind)),
  ...DAMAGED_FOLDERS.map((folder) => damage(folder)),
  ...(['stored 7', 'installed 5'] as const).map((at) => kill(at)),
  ...[daysPass, failure, hook, hostile, diskFull],
];

/** One step of each kind, in any order. */
const oneOfEachKind: fc.Arbitrary<SiteStep[]> = fc
  .shuffledSubarray([...EACH_KIND], { minLength: EACH_KIND.length })
  .chain((inOrder) => fc.tuple(...inOrder));

/** Where the reference site is built. */
interface ReferencePlace {
  readonly dist: string;
  readonly cache: string;
  open(school: FakeContentService): Site;
}

class ReferenceSite {
  readonly school: FakeContentService;
  readonly #place: ReferencePlace;
  /** Kept open, so that its pictures are transformed once. */
  #site: Site;
  #built: { readonly content: string; readonly tree: ReadonlyMap<string, string> } | null = null;

  constructor(school: FakeContentService, place: ReferencePlace) {
    this.school = school;
    this.#place = place;
    this.#site = place.open(school);
  }

  /** Takes over what another school answers for a collection. */
  accept(other: FakeContentService, name: CollectionName): void {
    this.school.lists = { ...this.school.lists, [name]: other.lists[name] };
    const body = other.bodies.get(name);
    if (body) this.school.bodies.set(name, body);
    else this.school.bodies.delete(name);
  }

  /** Path → digest of the clean build, which is repeated only when the content or `circumstances` differ. */
  async tree(circumstances: unknown): Promise<ReadonlyMap<string, string>> {
    const { lists, bodies, media } = this.school;
    const content = JSON.stringify([circumstances, lists, [...bodies], [...media.keys()]]);
    if (this.#built?.content !== content) this.#built = { content, tree: await this.#build() };
    return this.#built.tree;
  }

  async #build(): Promise<Map<string, string>> {
    const built = await this.#site.rebuild({ clean: true });
    if (!built.ok) throw new Error(`The clean build failed: ${built.message}`);
    return digests(this.#place.dist);
  }

  /** Deletes what it has built, and opens it again. */
  async reopen(): Promise<void> {
    await this.#site.close();
    for (const folder of [this.#place.dist, this.#place.cache]) rmSync(folder, { recursive: true });
    this.#site = this.#place.open(this.school);
    this.#built = null;
  }

  async end(): Promise<void> {
    await this.#site.close();
    await this.school.close();
  }
}

const DAY = 86_400_000;
/** Withdrawn at the start, so that the list of withdrawals has an entry. */
const WITHDRAWN = 'two & three.jpg';

/** Throws with `what` and the entries, if there are any. */
function expectNone(what: string, found: readonly unknown[]): void {
  if (found.length > 0) throw new Error(`${what}: ${found.join(', ')}`);
}

class ComparedSite {
  readonly folder: string;
  readonly school: FakeContentService;
  readonly reference: ReferenceSite;
  now = TODAY;
  /** Files of `dist/` that were damaged, or that a rebuild changed which was killed: the next one may report them though it finds them so. */
  altered: readonly string[] = [];
  readonly #settings: Settings;
  /** Since when a list has come back empty and is held, epoch milliseconds. */
  readonly #heldSince = new Map<CollectionName, number>();
  #site: Site;

  private constructor(folder: string, school: FakeContentService, referenceSchool: FakeContentService) {
    this.folder = folder;
    this.school = school;
    this.#settings = settingsFor(folder);
    const [dist, cache] = [this.path('clean-dist'), this.path('clean-cache')];
    // The reference site gets accepted lists alone: it holds no empty one back.
    const referenceSettings: Settings = { ...this.#settings, cacheDir: cache, emptyLists: 'publish' };
    this.reference = new ReferenceSite(referenceSchool, {
      dist,
      cache,
      open: (from) => this.#open(dist, referenceSettings, from),
    });
    this.#site = this.#open(this.path('dist'), this.#settings, school);
  }

  static async begin(): Promise<ComparedSite> {
    const [lists, media] = [firstLists(), await firstMedia()];
    const folder = mkdtempSync(join(TEMPORARY, 'site-run-'));
    const compared = new ComparedSite(
      folder,
      await startFakeContentService(lists, media),
      await startFakeContentService(lists, media),
    );
    await compared.rebuildAndCompare(COLLECTION_NAMES);
    await compared.#site.purge(WITHDRAWN, 'command');
    await compared.rebuildAndCompare(COLLECTION_NAMES);
    return compared;
  }

  #open(distDir: string, settings: Settings, from: FakeContentService): Site {
    const codeVersion = () => codeVersionOf(settings);
    return openSite({ root: ROOT, settings, contentServiceUrl: from.url, distDir, now: () => this.now, codeVersion });
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** Closes the site, calls `meanwhile` and opens the site again, as a new process does. */
  async reopen(meanwhile: () => void = () => {}): Promise<void> {
    await this.#site.close();
    meanwhile();
    this.#site = this.#open(this.path('dist'), this.#settings, this.school);
  }

  async end(): Promise<void> {
    await this.#site.close();
    await this.school.close();
    await this.reference.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A rebuild that may be refused; any other thrown error is a bug. */
  async attempt(request: { readonly collections?: readonly CollectionName[] } = {}): Promise<Result<Rebuilt>> {
    try {
      const rebuilt = await this.#site.rebuild(request);
      return rebuilt;
    } catch (error) {
      if (error instanceof Refusal) return fail('refused', error.message);
      throw error;
    }
  }

  async rebuildAndCompare(asked: readonly CollectionName[], failing: readonly CollectionName[] = []): Promise<void> {
    const accepted = asked.filter((name) => !failing.includes(name) && !this.#isHeld(name));
    for (const name of accepted) this.reference.accept(this.school, name);
    const { stale } = await this.rebuild(asked === COLLECTION_NAMES ? {} : { collections: asked });
    if (asked === COLLECTION_NAMES) {
      const kept = COLLECTION_NAMES.filter((name) => !accepted.includes(name));
      expectNone('Named stale', differences(new Map(kept.map((name) => [name, ''])), new Map(stale.map((name) => [name, '']))));
    }
    await this.compare();
  }

  /** Whether the last good items of a list that comes back empty stay published. */
  #isHeld(name: CollectionName): boolean {
    const isEmptied = this.school.lists[name]?.length === 0 && (this.reference.school.lists[name]?.length ?? 0) >= LARGE;
    const since = this.#heldSince.get(name) ?? this.now;
    if (isEmptied && this.now < since + DAY) this.#heldSince.set(name, since);
    else this.#heldSince.delete(name);
    return this.#heldSince.has(name);
  }

  /** A rebuild that must succeed and report exactly the files that it changed. */
  async rebuild(request: { readonly collections?: readonly CollectionName[] } = {}): Promise<Rebuilt['report']> {
    const before = digests(this.path('dist'));
    const rebuilt = await this.attempt(request);
    if (!rebuilt.ok) throw new Error(`The rebuild failed: ${rebuilt.message}`);
    const { report } = rebuilt.value;
    const reported = new Set([...report.written, ...report.removed]);
    // A foreign folder in place of a file is removed when the file is written or removed.
    const isReported = (path: string) => reported.has(path) || [...reported].some((file) => path.startsWith(`${file}/`));
    const changed = differences(before, digests(this.path('dist')));
    expectNone(
      'Changed without being reported',
      changed.filter((path) => !isReported(path)),
    );
    const unchanged =
      before.size > 0 ? [...reported].filter((path) => !this.altered.includes(path) && !changed.includes(path)) : [];
    expectNone('Reported without having changed', unchanged);
    this.altered = [];
    return report;
  }

  async compare(): Promise<void> {
    expectNone(
      'Different from a clean build',
      differences(await this.reference.tree([this.now, [...digests(this.path('data'))]]), digests(this.path('dist'))),
    );
  }

  async expectNothingToDo(): Promise<void> {
    const report = await this.rebuild();
    expectNone('Rendered though nothing changed', report.rendered);
    expectNone('Written though nothing changed', report.written);
  }
}

const CHILD = fileURLToPath(new URL('./siteChild.ts', import.meta.url));

function expectOneLine(message: string): void {
  if (!/^[^\n]+\n?$/.test(message)) throw new Error(`Not one line: ${message || '(nothing)'}`);
}

/** A school and its site, rebuilt after each step. */
class SiteRun {
  readonly #site: ComparedSite;
  readonly #changes: SchoolChanges;

  private constructor(site: ComparedSite) {
    this.#site = site;
    this.#changes = new SchoolChanges(site.school);
  }

  static async begin(): Promise<SiteRun> {
    return new SiteRun(await ComparedSite.begin());
  }

  end(): Promise<void> {
    return this.#site.end();
  }

  /** Does a step, rebuilds, and throws when the outcome is wrong. */
  async take(step: SiteStep): Promise<void> {
    if (step.do === 'unreachable') await this.#failWholly();
    else if (step.do === 'fail') await this.#failInPart(step.names, step.how, step.at);
    else if (step.do === 'hook') await this.#changeAllAndNameSome(step.names, step.value);
    else {
      await this.#act(step);
      await this.#site.rebuildAndCompare(COLLECTION_NAMES);
      await this.#site.expectNothingToDo();
    }
  }

  async #act(step: Exclude<SiteStep, { do: 'unreachable' | 'fail' | 'hook' }>): Promise<void> {
    if (step.do === 'undo') this.#changes.undo();
    else if (step.do === 'damage') await this.#damage(step);
    else if (step.do === 'kill' || step.do === 'disk-full') await this.#runBroken(step);
    else if (step.do === 'hostile') await this.#answerHostile(step);
    else if (step.do === 'days-pass') this.#site.now += step.days * DAY;
    else if (step.do === 'reopen') {
      await this.#site.reopen();
      await this.#site.reference.reopen();
    } else if (step.do === 'picture-arrives') {
      for (const { media } of [this.#site.school, this.#site.reference.school]) media.set('late.jpg', await smallPicture(4));
    } else if ('name' in step) this.#changes.make(step.name, step.do, step.at, step.value);
  }

  /** Damages a file before a new process opens the site. */
  async #damage({ folder, how, at, value }: DamageStep): Promise<void> {
    const damaged = this.#site.path(folder);
    if (folder === 'data') await this.#damageData(damaged, how, at);
    else
      await this.#site.reopen(() => {
        const file = damageOne(damaged, how, at);
        if (folder === 'dist' && file !== undefined) this.#site.altered = [file];
      });
    if (value % 2 === 1) this.#changes.make('news', 'create', value, value);
  }

  async #damageData(damaged: string, how: Damage, at: number): Promise<void> {
    const backup = this.#site.path('backup');
    cpSync(damaged, backup, { recursive: true });
    await this.#site.reopen(() => damageOne(damaged, how, at));
    const attempted = await this.#site.attempt();
    // Without the list of withdrawals nothing is withdrawn; a damaged list stops every rebuild until it is restored.
    if (attempted.ok !== (how === 'remove'))
      throw new Error(`A rebuild with a list that is damaged by "${how}": ${attempted.ok}`);
    if (attempted.ok) await this.#site.rebuildAndCompare(COLLECTION_NAMES);
    else expectOneLine(attempted.message);
    await this.#site.reopen(() => {
      rmSync(damaged, { recursive: true });
      cpSync(backup, damaged, { recursive: true });
      rmSync(backup, { recursive: true });
    });
  }

  /** Another process rebuilds, and is killed or limited in the size of the files that it writes: pages find what they ask for. */
  async #runBroken(step: BrokenRun): Promise<void> {
    this.#changes.make('news', 'create', step.value, step.value);
    this.#changes.make('gallery', 'edit', step.value, step.value);
    // Its text is always another.
    this.#changes.make('principalMessage', 'create', step.value, step.value);
    const { folder, school, now } = this.#site;
    const dist = this.#site.path('dist');
    const before = digests(dist);
    await this.#site.reopen();
    const command = [process.execPath, CHILD, folder, school.url, String(now)];
    if (step.do === 'kill') command.push(...step.at.split(' '));
    const limit = step.do === 'disk-full' ? `ulimit -f ${step.kilobytes * 2};` : '';
    const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code !== 0 && !(step.do === 'kill' && signal === 'SIGKILL')) expectOneLine(errors);
    expectNone('Asked for by pages, and missing', missingIn(dist));
    this.#site.altered = differences(before, digests(dist));
  }

  /** The site reports which collections are stale: their answers were rejected and must change nothing. */
  async #answerHostile({ answers }: HostileStep): Promise<void> {
    const { school, reference } = this.#site;
    for (const [name, body] of answers) school.bodies.set(name, body);
    const { stale } = await this.#site.rebuild();
    for (const name of COLLECTION_NAMES) if (!stale.includes(name)) reference.accept(school, name);
    await this.#site.compare();
    school.bodies.clear();
    for (const [name] of answers) this.#changes.make(name, 'create', 0, 1);
  }

  async #failWholly(): Promise<void> {
    const { school } = this.#site;
    for (const name of COLLECTION_NAMES) school.failing.set(name, 'refused');
    const before = digests(this.#site.path('dist'));
    const rebuilt = await this.#site.attempt();
    school.failing.clear();
    if (rebuilt.ok) throw new Error('A rebuild without any answer of the service succeeded.');
    expectNone('Changed without an answer of the service', differences(before, digests(this.#site.path('dist'))));
  }

  async #failInPart(failing: readonly CollectionName[], how: Failure, at: number): Promise<void> {
    for (const name of failing) {
      this.#changes.make(name, 'create', at, at);
      this.#site.school.failing.set(name, how);
    }
    this.#changes.make('news', 'edit', at, at + 1);
    await this.#site.rebuildAndCompare(COLLECTION_NAMES, failing);
    this.#site.school.failing.clear();
  }

  /** Only the collections that a webhook names are fetched again. */
  async #changeAllAndNameSome(named: readonly CollectionName[], value: number): Promise<void> {
    for (const name of ['news', 'highlight', ...named] as const) this.#changes.make(name, 'create', value, value);
    await this.#site.rebuildAndCompare(named);
  }
}

/** Steps of a random sequence; `SITE_RUNS` is the number of sequences. */
const STEPS = 13;
/** Without `SITE_RUNS` one sequence is tested, with a step of each kind. */
const RUNS = runs(1, 'SITE_RUNS');
const anySteps = fc.array(siteStep, { minLength: STEPS, maxLength: STEPS });

describe('after every step of a random sequence on the real site', () => {
  test('the published tree equals a clean build, byte for byte', { timeout: 240_000 + RUNS.numRuns * 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(process.env.SITE_RUNS ? anySteps : oneOfEachKind, async (all) => {
        const run = await SiteRun.begin();
        try {
          for (const step of all) await run.take(step);
        } finally {
          await run.end();
        }
      }),
      { ...RUNS, endOnFailure: true },
    );
  });
});
