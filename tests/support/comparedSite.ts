/** A site whose published tree is compared, after each rebuild, with a clean build of what it is to show. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { fail, Refusal, type Result } from '../../src/lib/result.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSite, type Rebuilt, type Site } from '../../src/site/open.ts';
import { differences, digests } from './digests.ts';
import { ROOT, settingsFor } from './rig.ts';
import { type School, startSchool } from './school.ts';
import { firstLists, firstMedia, LARGE } from './schoolChanges.ts';
import { Mirror } from './siteMirror.ts';
import { TEMPORARY } from './temporary.ts';
import { TODAY } from './today.ts';

export const DAY = 86_400_000;
/** Withdrawn from the first day on, so that the list of withdrawals has something to lose. */
const WITHDRAWN = 'two & three.jpg';

/** Throws when anything is wrong. */
export function agree(what: string, wrong: readonly unknown[]): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')}`);
}

export class ComparedSite {
  readonly folder: string;
  readonly school: School;
  readonly mirror: Mirror;
  now = TODAY;
  /** A file of `dist/` that is not as it was published: when the next release drops it, it is told to be removed all the same. */
  damaged: string | undefined;
  readonly #settings: Settings;
  /** Since when a list has come back empty and is held, epoch milliseconds. */
  readonly #heldSince = new Map<CollectionName, number>();
  #site: Site;

  private constructor(folder: string, school: School, mirrored: School) {
    this.folder = folder;
    this.school = school;
    this.#settings = settingsFor(folder);
    const [dist, cache] = [this.path('clean-dist'), this.path('clean-cache')];
    // The mirror is told what to show: it holds nothing back.
    const mirrorSettings: Settings = { ...this.#settings, cacheDir: cache, emptyLists: 'publish' };
    this.mirror = new Mirror(mirrored, { dist, cache, open: (from) => this.#open(dist, mirrorSettings, from) });
    this.#site = this.#open(this.path('dist'), this.#settings, school);
  }

  static async begin(): Promise<ComparedSite> {
    const [lists, media] = [firstLists(), await firstMedia()];
    const folder = mkdtempSync(join(TEMPORARY, 'site-life-'));
    const compared = new ComparedSite(folder, await startSchool(lists, media), await startSchool(lists, media));
    await compared.rebuildAndCompare(COLLECTION_NAMES);
    await compared.#site.purge(WITHDRAWN, 'command');
    await compared.rebuildAndCompare(COLLECTION_NAMES);
    return compared;
  }

  #open(distDir: string, settings: Settings, from: School): Site {
    return openSite({ root: ROOT, settings, contentServiceUrl: from.url, distDir, now: () => this.now });
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** What a process finds that starts after `meanwhile`. */
  async reopen(meanwhile: () => void = () => {}): Promise<void> {
    await this.#site.close();
    meanwhile();
    this.#site = this.#open(this.path('dist'), this.#settings, this.school);
  }

  async end(): Promise<void> {
    await this.#site.close();
    await this.school.close();
    await this.mirror.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A rebuild that may be refused; any other thrown error is a bug. */
  async attempt(request: { readonly collections?: readonly CollectionName[] } = {}): Promise<Result<Rebuilt>> {
    try {
      const rebuilt = await this.#site.rebuild(request);
      if (rebuilt.ok) await this.#site.settled();
      return rebuilt;
    } catch (error) {
      if (error instanceof Refusal) return fail('refused', error.message);
      throw error;
    }
  }

  async rebuildAndCompare(asked: readonly CollectionName[], failing: readonly CollectionName[] = []): Promise<void> {
    const believed = asked.filter((of) => !failing.includes(of) && !this.#isHeld(of));
    for (const of of believed) this.mirror.believe(this.school, of);
    const { stale } = await this.rebuild(asked === COLLECTION_NAMES ? {} : { collections: asked });
    if (asked === COLLECTION_NAMES) {
      const kept = COLLECTION_NAMES.filter((of) => !believed.includes(of));
      agree('Named stale', differences(new Map(kept.map((of) => [of, ''])), new Map(stale.map((of) => [of, '']))));
    }
    await this.compare();
  }

  /** Whether the last good items of a list that comes back empty stay published. */
  #isHeld(of: CollectionName): boolean {
    const isEmptied = this.school.lists[of]?.length === 0 && (this.mirror.school.lists[of]?.length ?? 0) >= LARGE;
    const since = this.#heldSince.get(of) ?? this.now;
    if (isEmptied && this.now < since + DAY) this.#heldSince.set(of, since);
    else this.#heldSince.delete(of);
    return this.#heldSince.has(of);
  }

  /** A rebuild that must succeed and report exactly what it changed. */
  async rebuild(request: { readonly collections?: readonly CollectionName[] } = {}): Promise<Rebuilt['report']> {
    const before = digests(this.path('dist'));
    const rebuilt = await this.attempt(request);
    if (!rebuilt.ok) throw new Error(`The rebuild failed: ${rebuilt.message}`);
    const { report } = rebuilt.value;
    const told = new Set([...report.written, ...report.removed]);
    // A foreign folder in a file's place goes when the file is written or removed.
    const isTold = (path: string) => told.has(path) || [...told].some((file) => path.startsWith(`${file}/`));
    const changed = differences(before, digests(this.path('dist')));
    agree(
      'Changed without being reported',
      changed.filter((path) => !isTold(path)),
    );
    const untrue = before.size > 0 ? [...told].filter((path) => path !== this.damaged && !changed.includes(path)) : [];
    agree('Reported without having changed', untrue);
    this.damaged = undefined;
    return report;
  }

  async compare(): Promise<void> {
    agree(
      'Different from a clean build',
      differences(await this.mirror.tree([this.now, [...digests(this.path('data'))]]), digests(this.path('dist'))),
    );
  }

  async expectNothingToDo(): Promise<void> {
    const report = await this.rebuild();
    agree('Rendered though nothing changed', report.rendered);
    agree('Written though nothing changed', report.written);
  }
}
