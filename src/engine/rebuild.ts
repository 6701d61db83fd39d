/**
 * From a world to a new release: plan, render, resolve assets, check, record. Everything is written in one transaction; the
 * store alone holds more after a failure, until that is removed.
 */
import { digestOf, digestOfJson } from '../lib/digest.ts';
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { type FileFacts, readIfPresent } from '../lib/files.ts';
import { fail, messageOf, type Result, succeed } from '../lib/result.ts';
import { addressesFor, filesFor } from './addresses.ts';
import { causeOf } from './explain.ts';
import { createPageRenderer, type PageToRender, RefusedFile, type RenderedPage, wasStored } from './pageRenderer.ts';
import { plan, type RebuildContext } from './plan.ts';
import {
  ASSETS,
  type Change,
  type FileRow,
  groupOwner,
  nameOfOwner,
  type OwnedFile,
  pageOwner,
  type Releases,
} from './releases.ts';
import type { LeftTrace } from './traces.ts';
import type { AssetFile, PageKey, QueryKey, Reason } from './types.ts';

export type ReleaseFailure = 'render-failed' | 'refused' | 'broken-link' | 'clash' | 'asset-missing';

/** Below this many pages a second thread takes longer to start than it saves. */
const WORKER_THRESHOLD = 256;
/** Pages that the worker gets at a time. */
const BATCH = 16;
/** Batches that the worker has at a time: while one is taken in, it works on the other. */
const BATCHES = 2;

/** Empty, `.` or `..` between slashes: it would lead out of `dist/`. */
const UNFIT = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** What is published anew and what is given up, until it is known that it fits together. */
class Draft {
  /** Files to publish, by path. */
  readonly claims = new Map<string, OwnedFile>();
  /** Files of the release before that go unless they are claimed. */
  readonly given = new Map<string, OwnedFile>();
  /** Addresses that pages name and did not name before, each with the first page that does. */
  readonly links = new Map<string, PageKey>();
  /** Asset groups that pages name, with the addresses by which they do. */
  readonly groups = new Map<string, Map<string, PageKey>>();
  /** What pages asked and named that are gone, or were rendered again without. */
  readonly leftQueries = new Set<QueryKey>();
  readonly leftGroups = new Set<string>();

  claim(owner: string, files: readonly FileRow[]): Result<null, 'clash'> {
    for (const file of files) {
      if (UNFIT.test(file.path))
        throw new Error(`${nameOfOwner(owner)} wants to publish "${file.path}", which is no path below dist.`);
      const other = this.claims.get(file.path);
      if (other) return clash(file.path, owner, other.owner);
      this.claims.set(file.path, { ...file, owner });
    }
    return succeed(null);
  }

  give(files: readonly OwnedFile[]): void {
    for (const file of files) this.given.set(file.path, file);
  }

  leave({ queries, groups }: LeftTrace): void {
    for (const query of queries) this.leftQueries.add(query);
    for (const group of groups) this.leftGroups.add(group);
  }
}

function clash(path: string, one: string, other: string) {
  return fail(
    'clash',
    `${nameOfOwner(one)} and ${nameOfOwner(other)} both publish ${path}; only one of them may. Nothing was published.`,
  );
}

/** Works out and records the new release; it is live once the caller has committed. */
export async function makeRelease(context: RebuildContext) {
  const { world, traces, releases, emit } = context;
  const started = performance.now();
  traces.beginRebuild();
  const { render, gone, full } = plan(context);
  emit({ type: 'planned', render: render.size, remove: gone.length, queried: context.answers.evaluated });
  const plannedAt = performance.now();

  const draft = new Draft();
  if (full) draft.give(releases.allFiles());
  for (const page of gone) {
    draft.give(releases.filesOf(pageOwner(page)));
    draft.leave(traces.removePage(page));
  }
  const rendered = await renderAll(context, draft, render, full);
  if (!rendered.ok) return rendered;
  traces.dropUnasked(draft.leftQueries);
  const assets = await resolveAssets(context, draft, full);
  if (!assets.ok) return assets;
  const changes = changesOf(context, draft, full);
  if (!changes.ok) return changes;
  emit({ type: 'checked' });

  record(context, draft, changes.value);
  releases.clearDamaged();
  releases.setFact('code', world.codeVersion);
  const newest = releases.fact('newest');
  const isNew = newest === null || changes.value.length > 0;
  const at = Date.now();
  const note = isNew || render.size > 0 ? (context.note?.(render) ?? null) : null;
  const release = isNew ? releaseId(at, [newest, changes.value.slice(0, 64)]) : newest;
  if (isNew) {
    releases.add({ release, at, note }, newest === null ? [] : changes.value);
    releases.setFact('newest', release);
    emit({ type: 'recorded', release });
  }
  traces.endRebuild({ release, at, note }, render.size > 0);
  const milliseconds = { plan: plannedAt - started, render: performance.now() - plannedAt };
  return succeed({ release, reasons: render, milliseconds });
}

/** Reads as time, and differs for different releases: `20261121-122530-123-3f2a9c1b`. */
function releaseId(at: number, content: unknown): string {
  const time = new Date(at).toISOString().replace(/[-:Z]/g, '').replace('T', '-').replace('.', '-');
  return `${time}-${digestOfJson(content).slice(0, 8)}`;
}

async function renderAll(
  context: RebuildContext,
  draft: Draft,
  render: ReadonlyMap<PageKey, Reason>,
  full: boolean,
): Promise<Result<null, ReleaseFailure>> {
  const { traces, releases } = context;
  const assets = new Set((await context.world.assets()).map(({ path }) => path));
  let clashed: Result<null, 'clash'> = succeed(null);
  const damaged = releases.damaged();
  const storedOf = (page: PageKey) => {
    const files = releases.filesOf(pageOwner(page));
    if (!full) draft.give(files);
    return files.filter(({ path }) => !damaged.has(path));
  };
  const due = Array.from(render.keys(), (key): PageToRender => ({ key, stored: context.clean ? [] : storedOf(key) }));
  const take = ({ key, files, groups, addresses, queries }: RenderedPage) => {
    const links = [...addresses].filter((address) => !assets.has(address.slice(1)));
    const reason = render.get(key);
    const written = traces.write(key, queries, groups.keys(), links, reason ? causeOf(reason) : '');
    draft.leave(written.left);
    for (const address of written.newLinks) if (!draft.links.has(address)) draft.links.set(address, key);
    for (const [group, named] of groups) {
      const known = draft.groups.get(group) ?? new Map<string, PageKey>();
      for (const address of named) known.set(address, key);
      draft.groups.set(group, known);
    }
    const claimed = draft.claim(pageOwner(key), files);
    if (!claimed.ok) clashed = claimed;
  };
  const result = await renderPages(due, take, context);
  return result.ok ? clashed : result;
}

/**
 * Renders all pages, in two threads when they are many. Nothing of it counts before the release is recorded: the other
 * thread reads the content, which is committed, and makes all its answers itself. `take` is given one page after the other,
 * its answers recorded. The first failure ends it, with the page named.
 */
async function renderPages(
  due: readonly PageToRender[],
  take: (page: RenderedPage) => void,
  { world, answers, traces, store, worker, dynamicPrefixes, emit }: RebuildContext,
): Promise<Result<null, 'render-failed' | 'refused'>> {
  const failures: { readonly page: PageKey; readonly error: unknown }[] = [];
  let next = 0;
  let done = 0;

  /** The next pages: `most` of them, towards the end fewer, so that neither thread waits long for the other's last. */
  function nextPages(most: number): readonly PageToRender[] {
    if (failures.length > 0) return [];
    const pages = due.slice(next, next + Math.min(most, Math.ceil((due.length - next) / BATCH)));
    next += pages.length;
    return pages;
  }

  function add(page: PageToRender, rendered: RenderedPage): void {
    done += 1;
    take(rendered);
    for (const file of rendered.files) if (!wasStored(page, file)) emit({ type: 'stored', path: file.path });
    emit({ type: 'rendered', page: page.key, done, of: due.length });
  }

  /** One page at a time: rendering waits for nothing. */
  async function renderHere(): Promise<void> {
    const render = createPageRenderer(world, (query) => answers.ask(query), store, dynamicPrefixes);
    const yieldToEventLoop = createYieldToEventLoop();
    for (let [page] = nextPages(1); page; [page] = nextPages(1)) {
      try {
        add(page, await render(page));
      } catch (error) {
        failures.push({ page: page.key, error });
      }
      await yieldToEventLoop();
    }
  }

  async function renderInWorker(): Promise<void> {
    for (let batch = nextPages(BATCH); batch.length > 0; batch = nextPages(BATCH)) {
      // It may lack the last pages.
      const { pages, answers: recorded, failure } = await worker.render(batch);
      for (const [query, answer] of recorded) traces.record(query, answer);
      for (const [at, page] of pages.entries()) if (batch[at]) add(batch[at], page);
      if (failure) failures.push(failure);
    }
  }

  const ref = due.length >= WORKER_THRESHOLD ? world.workerModule?.() : undefined;
  let isOpen = false;
  const shared = ref && worker.open(ref, dynamicPrefixes);
  const inWorker = shared?.then((opened) => {
    isOpen = opened;
    return Promise.all(Array.from({ length: BATCHES }, renderInWorker));
  });
  // A failure of the worker is thrown below.
  inWorker?.catch(() => {});
  await renderHere();
  // A worker whose world is still opening is not needed any more.
  if (inWorker && !isOpen) await worker.end();
  await inWorker;

  const [first] = failures;
  if (!first) return succeed(null);
  const { page, error } = first;
  if (error instanceof RefusedFile) return fail('refused', `${error.message} Nothing was published.`);
  emit({ type: 'render-failed', page, error });
  const why = messageOf(error)
    .replaceAll('\n', ' ')
    .replace(/[.\s]*$/, '.');
  return fail('render-failed', `${page} could not be rendered: ${why} Nothing was published.`);
}

/** Brings the files of asset groups that pages name anew, and those of every release where they may be others. */
async function resolveAssets(context: RebuildContext, draft: Draft, full: boolean): Promise<Result<null, ReleaseFailure>> {
  const { world, releases, traces } = context;
  const damaged = releases.damaged();
  const isStored = ({ path, digest }: FileRow) => !context.clean && !damaged.has(path) && releases.file(path)?.digest === digest;
  const assetContext: AssetContext = { ...context, isStored };
  const unshown = new Set(traces.unshown(draft.leftGroups));
  for (const group of damagedGroups(releases, damaged))
    if (!draft.groups.has(group) && !unshown.has(group)) draft.groups.set(group, new Map());
  for (const [group, named] of draft.groups) {
    const before = releases.filesOf(groupOwner(group));
    // A group without files was purged, and may have been allowed again.
    const isKnown = !full && before.length > 0 && !before.some(({ path }) => damaged.has(path));
    const resolved = await resolveGroup(group, named, isKnown ? before : null, draft, assetContext);
    if (!resolved.ok) return resolved;
    if (isKnown || !resolved.value) continue;
    context.emit({ type: 'assets-resolved', group });
    draft.give(before);
  }
  for (const group of unshown) draft.give(releases.filesOf(groupOwner(group)));
  const isDamaged = damaged.size > 0 && releases.filesOf(ASSETS).some(({ path }) => damaged.has(path));
  if (!full && !isDamaged) return succeed(null);
  const assets = storeAssets(await world.assets(), assetContext, 'copy');
  if (!assets.ok) return assets;
  draft.give(releases.filesOf(ASSETS));
  return draft.claim(ASSETS, assets.value);
}

function damagedGroups(releases: Releases, damaged: ReadonlySet<string>): string[] {
  const owners = [...damaged].map((path) => releases.file(path)?.owner ?? '');
  return owners.filter((owner) => owner.startsWith(groupOwner(''))).map(nameOfOwner);
}

/** Claims the files of a group that is not known, and checks that they answer what pages name. False: nobody names it, and it is gone. */
async function resolveGroup(
  group: string,
  named: ReadonlyMap<string, PageKey>,
  known: readonly FileRow[] | null,
  draft: Draft,
  context: AssetContext,
): Promise<Result<boolean, ReleaseFailure>> {
  const found = known ? null : await context.world.resolveAssets(group);
  const files = found ? storeAssets(found, context, 'link') : succeed(known);
  if (!files.ok) return files;
  const [[address, page] = ['', '']] = named;
  if (!files.value) {
    if (named.size === 0) return succeed(false);
    return fail('asset-missing', `${page} names ${address}, which cannot be had. Nothing was published.`);
  }
  const paths = new Set(files.value.map(({ path }) => `/${path}`));
  const unanswered = [...named].find(([one]) => !paths.has(one));
  if (unanswered) return brokenLink(unanswered[1], unanswered[0]);
  const claimed = known ? succeed(null) : draft.claim(groupOwner(group), files.value);
  return claimed.ok ? succeed(true) : claimed;
}

const versionOf = (file: FileRow | undefined): FileFacts | null => (file ? { digest: file.digest, size: file.size } : null);

/** The difference of the release to the one before, or which page is in the way. */
function changesOf(
  { releases, traces }: RebuildContext,
  draft: Draft,
  full: boolean,
): Result<readonly Change[], 'clash' | 'broken-link'> {
  const { claims, given } = draft;
  const stays = (path: string) => (full || given.has(path) ? null : releases.file(path));
  const changes: Change[] = [];
  for (const [path, file] of claims) {
    const other = stays(path);
    if (other) return clash(path, file.owner, other.owner);
    const before = given.get(path);
    if (before?.digest !== file.digest) changes.push({ path, before: versionOf(before), now: versionOf(file) });
  }
  const vanished = [...given.values()].filter(({ path }) => !claims.has(path));
  for (const file of vanished) changes.push({ path: file.path, before: versionOf(file), now: null });
  const exists = (path: string) => claims.has(path) || stays(path) !== null;
  const isAnswered = (address: string) => filesFor(address).some(exists);
  for (const [address, page] of draft.links) if (!isAnswered(address)) return brokenLink(page, address);
  // A page that stays may name what vanishes.
  for (const address of full ? [] : vanished.flatMap(({ path }) => addressesFor(path))) {
    const [page] = isAnswered(address) ? [] : traces.linking(address);
    if (page !== undefined) return brokenLink(page, address);
  }
  return succeed(changes);
}

function record({ releases }: RebuildContext, { claims, given }: Draft, changes: readonly Change[]): void {
  for (const { path, now } of changes) if (!now) releases.removeFile(path);
  for (const [path, file] of claims) {
    const before = given.get(path);
    if (before?.digest !== file.digest || before.owner !== file.owner) releases.putFile(file);
  }
  const isPage = ({ path }: { readonly path: string }) => path.endsWith('.html');
  const came = changes.filter((change) => isPage(change) && !change.before).length;
  const went = changes.filter((change) => isPage(change) && !change.now).length;
  releases.setFact('pages', String(Number(releases.fact('pages') ?? 0) + came - went));
}

type AssetContext = Pick<RebuildContext, 'world' | 'store'> & { readonly isStored: (file: FileRow) => boolean };

function brokenLink(page: string, address: string) {
  return fail('broken-link', `${page} names ${address}, which no file of the new release answers. Nothing was published.`);
}

/** Takes asset files into the store: as hard links of files that are never edited in place, or as copies. */
function storeAssets(
  files: readonly AssetFile[],
  { world, store, isStored }: AssetContext,
  how: 'link' | 'copy',
): Result<readonly FileRow[], 'asset-missing' | 'refused'> {
  const rows: FileRow[] = [];
  for (const { path, source, digest, size } of files) {
    const row = { path, digest, size };
    rows.push(row);
    if (isStored(row)) continue;
    const bytes = readIfPresent(source);
    if (!bytes || digestOf(bytes) !== digest) {
      return fail(
        'asset-missing',
        `${path} should be copied from ${source}, which is missing or damaged. Nothing was published.`,
      );
    }
    const refused = world.refuse?.(path, bytes);
    if (refused) return fail('refused', `${refused} Nothing was published.`);
    if (how === 'link') store.link(digest, source, bytes);
    else store.put(digest, bytes);
  }
  return succeed(rows);
}
