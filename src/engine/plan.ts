/** Decides which pages exist and which to render: exactly those of which an answer changed, and those nothing is known of. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { Answers } from './answers.ts';
import type { Reason } from './api.ts';
import { pageOfOwner, type Releases } from './releases.ts';
import { dependentQueries, type Traces } from './traces.ts';
import type { PageKey, PageSet, QueryKey, World } from './types.ts';

export const PLAN_SCHEMA: readonly string[] = [
  // Queries that answer which pages exist, and the one that names each; null for the root.
  'CREATE TABLE page_set(query TEXT PRIMARY KEY, parent TEXT) WITHOUT ROWID',
  'CREATE INDEX page_set_of ON page_set(parent)',
];

export interface PlanContext {
  readonly database: SiteDatabase;
  readonly world: World;
  readonly traces: Traces;
  readonly releases: Releases;
  readonly answers: Answers;
}

export interface Plan {
  /** Pages to render, and why. */
  readonly render: ReadonlyMap<PageKey, Reason>;
  readonly gone: readonly PageKey[];
  /** True: nothing of the old traces holds. */
  readonly full: boolean;
}

/** Writes the pages that come into the traces; those that go are left in them. */
export function plan(context: PlanContext, clean: boolean): Plan {
  const { world, traces, releases, answers, database } = context;
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
function pagesToAnswer({ traces, answers }: PlanContext, suspects: readonly QueryKey[]): Map<PageKey, Reason> {
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

function planAll({ database, world, traces, answers }: PlanContext, reason: Reason): Plan {
  traces.clear();
  database.run('DELETE FROM page_set');
  answers.forget();
  answers.begin(world, new Set(), new Set());
  traces.takeMoments(world.moments);
  const render = new Map<PageKey, Reason>();
  const sets = new Sets(database, answers, traces);
  for (const { page, set } of sets.add(world.pages, null)) {
    traces.addPage(page, set);
    render.set(page, reason);
  }
  return { render, gone: [], full: true };
}

/** The pages that came and went with the answers of the sets that name them. */
function changedSets({ database, traces, answers }: PlanContext, suspects: readonly QueryKey[]) {
  const sets = new Sets(database, answers, traces);
  const came = new Map<PageKey, QueryKey>();
  const went = new Set<PageKey>();
  for (const query of suspects) {
    if (!sets.has(query) || !answers.isChanged(query)) continue;
    const change = sets.update(query);
    for (const { page, set } of change.came) came.set(page, set);
    for (const page of change.went) went.add(page);
  }
  // An item that moved in time is named by another set now, and its page stays.
  for (const [page, set] of came) if (went.delete(page)) traces.movePage(page, set);
  const added = [...came.keys()].filter((page) => !traces.page(page));
  for (const page of added) traces.addPage(page, came.get(page) ?? '');
  return { added, gone: [...went] };
}

interface Named {
  readonly page: PageKey;
  readonly set: QueryKey;
}

/** The tree of queries that say which pages exist. */
class Sets {
  readonly #database: SiteDatabase;
  readonly #answers: Answers;
  readonly #traces: Traces;

  constructor(database: SiteDatabase, answers: Answers, traces: Traces) {
    this.#database = database;
    this.#answers = answers;
    this.#traces = traces;
  }

  has(query: QueryKey): boolean {
    return this.#database.value<number>('SELECT 1 FROM page_set WHERE query = ?', query) !== null;
  }

  /** Adds a set with all below it; the pages that they name. */
  add(query: QueryKey, parent: QueryKey | null): Named[] {
    this.#database.run('INSERT INTO page_set VALUES (?, ?)', query, parent);
    const { pages, sets } = this.#answers.ask(query) as PageSet;
    return [...pages.map((page) => ({ page, set: query })), ...sets.flatMap((set) => this.add(set, query))];
  }

  /** What changed with the answer of a known set. */
  update(query: QueryKey): { readonly came: readonly Named[]; readonly went: readonly PageKey[] } {
    const before = new Set(this.#children(query));
    const { pages, sets } = this.#answers.ask(query) as PageSet;
    const had = new Set(this.#traces.pagesOfSet(query));
    const came: Named[] = pages.filter((page) => !had.delete(page)).map((page) => ({ page, set: query }));
    const went = [...had];
    for (const set of sets) if (!before.delete(set)) came.push(...this.add(set, query));
    for (const set of before) went.push(...this.#remove(set));
    return { came, went };
  }

  #remove(query: QueryKey): PageKey[] {
    const below = this.#children(query).flatMap((set) => this.#remove(set));
    const pages = this.#traces.pagesOfSet(query);
    this.#database.run('DELETE FROM page_set WHERE query = ?', query);
    return [...pages, ...below];
  }

  #children(query: QueryKey): QueryKey[] {
    return this.#database.column('SELECT query FROM page_set WHERE parent = ?', query);
  }
}
