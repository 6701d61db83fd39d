/** A site whose published tree is compared, after each rebuild, with a clean build of what it is to show. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { fail, Refusal, type Result } from '../../src/lib/result.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSite, type Rebuilt, type Site } from '../../src/site/open.ts';
import { differences, digests } from './digests.ts';
import { type FakeContentService, startFakeContentService } from './fakeContentService.ts';
import { ReferenceSite } from './referenceSite.ts';
import { ROOT, settingsFor } from './rig.ts';
import { firstLists, firstMedia, LARGE } from './schoolChanges.ts';
import { TEMPORARY } from './temporary.ts';
import { TODAY } from './today.ts';

export const DAY = 86_400_000;
/** Withdrawn at the start, so that the list of withdrawals has an entry. */
const WITHDRAWN = 'two & three.jpg';

/** Throws with `what` and the entries, if there are any. */
export function expectNone(what: string, found: readonly unknown[]): void {
  if (found.length > 0) throw new Error(`${what}: ${found.join(', ')}`);
}

export class ComparedSite {
  readonly folder: string;
  readonly school: FakeContentService;
  readonly reference: ReferenceSite;
  now = TODAY;
  /** A file of `dist/` that was damaged: a release that drops it may report it as removed though the damage had removed it. */
  damaged: string | undefined;
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
    return openSite({ root: ROOT, settings, contentServiceUrl: from.url, distDir, now: () => this.now });
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
    const unchanged = before.size > 0 ? [...reported].filter((path) => path !== this.damaged && !changed.includes(path)) : [];
    expectNone('Reported without having changed', unchanged);
    this.damaged = undefined;
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
