/** Decides which pages exist and which to render: exactly those of which an answer changed, and those nothing is known of. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { Answers } from './answers.ts';
import type { Store } from './fileStore.ts';
import { pageOfOwner, type Releases } from './releases.ts';
import type { RenderWorker } from './renderWorker.ts';
import { dependentQueries, type Traces } from './traces.ts';
import type { EngineEvent, PageKey, PageSet, QueryKey, Reason, World } from './types.ts';

/** What a rebuild is made from, and what it writes. */
export interface RebuildContext {
  readonly database: SiteDatabase;
  readonly world: World;
  readonly traces: Traces;
  readonly releases: Releases;
  readonly answers: Answers;
  readonly store: Store;
  readonly worker: RenderWorker;
  readonly dynamicPrefixes: readonly string[];
  readonly emit: (event: EngineEvent) => void;
  readonly clean: boolean;
  /** What set it off and what changed, to be kept with the release; asked once it is known what is rendered, and why. */
  readonly note: ((rendered: ReadonlyMap<PageKey, Reason>) => string) | undefined;
}

/**
 * The pages to render, and why, and those that are gone. Writes those that come into the traces; those that go are left in them.
 * `full`: nothing of the old traces holds.
 */
export function plan(context: RebuildContext) {
  const { world, traces, releases, answers, database, clean } = context;
  const code = releases.fact('code');
  const isKnown = code === world.codeVersion && !clean;
  if (!isKnown) return planAll(context, clean ? { kind: 'clean' } : { kind: code === null ? 'new' : 'code' });
  const touched = traces.touched();
  for (const input of traces.takeMoments(world.moments)) touched.add(input);
  const suspects = dependentQueries(database, touched);
  const known = [...suspects];
  answers.begin(world, touched, suspects);
  const { added, gone } = changedSets(context, known);
  const isGone = new Set(gone);
  const reasons = new Map<PageKey, Reason>(pagesToAnswer(context, known));
  for (const page of damagedPages(releases)) reasons.set(page, { kind: 'damaged' });
  for (const page of added) reasons.set(page, { kind: 'new' });
  for (const page of isGone) reasons.delete(page);
  return { render: reasons, gone, full: false };
}

/** The pages that asked a query which answers otherwise now. */
function pagesToAnswer({ traces, answers }: RebuildContext, suspects: readonly QueryKey[]): Map<PageKey, Reason> {
  const causes = new Map<PageKey, QueryKey[]>();
  for (const query of suspects) {
    if (!traces.hasAskers(query) || !answers.isChanged(query)) continue;
    for (const page of traces.askers(query)) causes.set(page, [...(causes.get(page) ?? []), query]);
  }
  return new Map(Array.from(causes, ([page, queries]) => [page, { kind: 'answers', queries }] as const));
}

function damagedPages(releases: Releases): PageKey[] {
  return [...releases.damaged()].flatMap((path) => pageOfOwner(releases.file(path)?.owner ?? '') ?? []);
}

function planAll(context: RebuildContext, reason: Reason) {
  const { world, traces, answers } = context;
  traces.clear();
  answers.forget();
  answers.begin(world, new Set(), new Set());
  traces.takeMoments(world.moments);
  const named = addSet(context, world.pages, null);
  for (const [page, set] of named) traces.addPage(page, set);
  return { render: new Map(named.map(([page]) => [page, reason])), gone: [], full: true };
}

/** The pages that came and went with the answers of the sets that name them. */
function changedSets(context: RebuildContext, suspects: readonly QueryKey[]) {
  const { database, traces, answers } = context;
  const came = new Map<PageKey, QueryKey>();
  const went = new Set<PageKey>();
  const isSet = (query: QueryKey) => database.value<number>('SELECT 1 FROM page_set WHERE query = ?', query) !== null;
  for (const query of suspects) {
    if (!isSet(query) || !answers.isChanged(query)) continue;
    const { pages, sets } = answers.ask(query) as PageSet;
    const [had, has] = [new Set(traces.pagesOfSet(query)), new Set(pages)];
    const [before, now] = [new Set(setsOf(context, query)), new Set(sets)];
    const fresh = [...now.difference(before)].flatMap((set) => addSet(context, set, query));
    for (const [page, set] of [...Array.from(has.difference(had), (page) => [page, query] as const), ...fresh])
      came.set(page, set);
    const left = [...before.difference(now)].flatMap((set) => removeSet(context, set));
    for (const page of [...had.difference(has), ...left]) went.add(page);
  }
  // An item that moved in time is named by another set now, and its page stays.
  for (const [page, set] of came) if (went.delete(page)) traces.movePage(page, set);
  const added = [...came].filter(([page]) => !traces.page(page));
  for (const [page, set] of added) traces.addPage(page, set);
  return { added: added.map(([page]) => page), gone: [...went] };
}

// The tree of queries that say which pages exist.

function setsOf({ database }: RebuildContext, parent: QueryKey): QueryKey[] {
  return database.column('SELECT query FROM page_set WHERE parent = ?', parent);
}

/** Adds a set with all below it; the pages that they name, each with its set. */
function addSet(context: RebuildContext, query: QueryKey, parent: QueryKey | null): (readonly [page: PageKey, set: QueryKey])[] {
  context.database.run('INSERT INTO page_set VALUES (?, ?)', query, parent);
  const { pages, sets } = context.answers.ask(query) as PageSet;
  return [...pages.map((page) => [page, query] as const), ...sets.flatMap((set) => addSet(context, set, query))];
}

function removeSet(context: RebuildContext, query: QueryKey): PageKey[] {
  const below = setsOf(context, query).flatMap((set) => removeSet(context, set));
  context.database.run('DELETE FROM page_set WHERE query = ?', query);
  return [...context.traces.pagesOfSet(query), ...below];
}
