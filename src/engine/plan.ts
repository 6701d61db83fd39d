/** Decides which pages to render: exactly those of which an answer changed, and those nothing certain is known of. */
import { memoize } from '../lib/memoize.ts';
import { isSameList } from '../lib/sameList.ts';
import type { Reason } from './api.ts';
import type { PageState, QueryState, State } from './state.ts';
import type { Answer, InputKey, PageKey, QueryKey, World } from './types.ts';

export interface Plan {
  /** Every page that should exist. */
  readonly pages: readonly PageKey[];
  /** Pages to render, in the world's order, and why. */
  readonly render: ReadonlyMap<PageKey, Reason>;
  readonly gone: readonly PageKey[];
  /** True: nothing of the old traces holds. */
  readonly full: boolean;
  /** Inputs whose digest changed. */
  readonly inputs: readonly InputKey[];
  /** Number of recorded queries that were asked again. */
  readonly asked: number;
  /** Of those, the ones answered from other inputs or with another digest; null: it could not be answered any more. */
  readonly answers: ReadonlyMap<QueryState, Answer | null>;
  /** Of those, the ones whose digest changed. */
  readonly changed: ReadonlySet<QueryState>;
}

/** `damaged`: paths of the release whose bytes are lost. */
export function plan(state: State | null, world: World, damaged: ReadonlySet<string>, clean: boolean): Plan {
  if (!state || clean || state.code !== world.codeVersion) {
    return planAll(state, world, clean ? { kind: 'clean' } : { kind: state ? 'code' : 'new' });
  }
  const pages = world.pages();
  const gone = goneFrom(state, pages);
  const inputs = Array.from(state.inputs).flatMap(([input, digest]) => (world.inputDigest(input) === digest ? [] : [input]));
  const { asked, answers } = askAgain(state, world, new Set(inputs), gone);
  const changed = new Set<QueryState>();
  for (const [query, answer] of answers) if (answer?.digest !== query.digest) changed.add(query);
  return { pages, render: pagesToRender(state, pages, changed, damaged), gone, full: false, inputs, asked, answers, changed };
}

function goneFrom(state: State, pages: readonly PageKey[]): PageKey[] {
  if (state.listed === pages) return [];
  const wanted = new Set(pages);
  return Array.from(state.pages.keys()).filter((page) => !wanted.has(page));
}

function pagesToRender(
  state: State,
  pages: readonly PageKey[],
  changed: ReadonlySet<QueryState>,
  damaged: ReadonlySet<string>,
): ReadonlyMap<PageKey, Reason> {
  const reasons = new Map<PageKey, Reason>();
  if (changed.size + damaged.size > 0) {
    for (const page of state.pages.values()) {
      const reason = reasonFor(page, changed, damaged);
      if (reason) reasons.set(page.key, reason);
    }
  }
  const render = new Map<PageKey, Reason>();
  const areKnown = state.listed === pages;
  if (areKnown && reasons.size === 0) return render;
  for (const key of pages) {
    const reason = reasons.get(key) ?? (areKnown || state.pages.has(key) ? null : { kind: 'new' as const });
    if (reason) render.set(key, reason);
  }
  return render;
}

function planAll(state: State | null, world: World, reason: Reason): Plan {
  const pages = world.pages();
  const render = new Map(pages.map((page) => [page, reason] as const));
  const gone = state ? Array.from(state.pages.keys()).filter((page) => !render.has(page)) : [];
  return { pages, render, gone, full: true, inputs: [], asked: 0, answers: new Map(), changed: new Set() };
}

/** Runs for every page of every rebuild: it looks at what is there and makes nothing unless there is a reason. */
function reasonFor(page: PageState, changed: ReadonlySet<QueryState>, damaged: ReadonlySet<string>): Reason | null {
  if (damaged.size > 0 && isDamaged(page, damaged)) return { kind: 'damaged' };
  if (changed.size === 0) return null;
  for (const query of page.queries) {
    if (!changed.has(query)) continue;
    return { kind: 'answers', queries: page.queries.filter((one) => changed.has(one)).map(({ text }) => text) };
  }
  return null;
}

function isDamaged({ files, groups }: PageState, damaged: ReadonlySet<string>): boolean {
  const lost = ({ path }: { readonly path: string }) => damaged.has(path);
  return files.some(lost) || groups.some((group) => group.files.some(lost));
}

/** Which queries with these inputs the world is certain of without asking. */
function untouchedBy(read: readonly InputKey[], state: State, world: World): (query: QueryKey) => boolean {
  const [input] = read;
  const since = input === undefined || read.length > 1 ? undefined : state.inputs.get(input);
  return (input !== undefined && since !== undefined && world.untouched?.(input, since)) || (() => false);
}

/** Asks once each query that a remaining page asked, one of whose inputs changed, and that may answer otherwise now. */
function askAgain(
  state: State,
  world: World,
  inputs: ReadonlySet<InputKey>,
  gone: readonly PageKey[],
): Pick<Plan, 'asked' | 'answers'> {
  const answers = new Map<QueryState, Answer | null>();
  let asked = 0;
  if (inputs.size === 0) return { asked, answers };
  const isConcerned = memoize((read: readonly InputKey[]) => read.some((input) => inputs.has(input)));
  const untouched = memoize((read: readonly InputKey[]) => untouchedBy(read, state, world));
  const fewer = new Map<QueryState, number>();
  for (const key of gone) {
    for (const query of state.pages.get(key)?.queries ?? []) fewer.set(query, (fewer.get(query) ?? 0) + 1);
  }
  for (const query of state.queries.values()) {
    if (!isConcerned(query.inputs) || query.uses === (fewer.get(query) ?? 0)) continue;
    if (untouched(query.inputs)(query.text)) continue;
    const answer = askOrNull(world, query.text);
    if (!answer || !isSameAnswer(query, answer)) answers.set(query, answer);
    asked += 1;
  }
  return { asked, answers };
}

function isSameAnswer(known: QueryState, { digest, inputs }: Answer): boolean {
  return known.digest === digest && isSameList(known.inputs, inputs);
}

/** A query that fails now was not asked by the pages as they are now: they are rendered, and ask what they ask. */
function askOrNull(world: World, query: QueryKey): Answer | null {
  try {
    return world.ask(query);
  } catch {
    return null;
  }
}
