/** Decides which pages to render: exactly those of which an answer changed, and those nothing certain is known of. */
import type { Reason } from './api.ts';
import type { PageState, QueryState, State } from './state.ts';
import type { Answer, InputKey, PageKey, QueryKey, World } from './types.ts';

export interface Plan {
  /** Pages to render, in the world's order, and why. */
  readonly render: ReadonlyMap<PageKey, Reason>;
  readonly gone: readonly PageKey[];
  /** True: nothing of the old traces holds. */
  readonly full: boolean;
  /** Inputs whose digest changed. */
  readonly inputs: readonly InputKey[];
  /** Answers of the recorded queries that were asked again; null: it could not be answered any more. */
  readonly answers: ReadonlyMap<QueryState, Answer | null>;
  /** Of those, the ones whose digest changed. */
  readonly changed: ReadonlySet<QueryState>;
}

/** `damaged`: paths of the release whose bytes are lost. */
export function plan(state: State | null, world: World, damaged: ReadonlySet<string>, clean: boolean): Plan {
  if (!state || clean || state.code !== world.codeVersion) {
    return planAll(state, world, clean ? { kind: 'clean' } : { kind: state ? 'code' : 'new' });
  }
  const pages = new Set(world.pages());
  const gone = Array.from(state.pages.keys()).filter((page) => !pages.has(page));
  const inputs = Array.from(state.inputs).flatMap(([input, digest]) => (world.inputDigest(input) === digest ? [] : [input]));
  const answers = askAgain(state, world, new Set(inputs), gone);
  const changed = new Set<QueryState>();
  for (const [query, answer] of answers) if (answer?.digest !== query.digest) changed.add(query);
  const render = new Map<PageKey, Reason>();
  for (const key of pages) {
    const page = state.pages.get(key);
    const reason: Reason | null = page ? reasonFor(page, changed, damaged) : { kind: 'new' };
    if (reason) render.set(key, reason);
  }
  return { render, gone, full: false, inputs, answers, changed };
}

function planAll(state: State | null, world: World, reason: Reason): Plan {
  const render = new Map<PageKey, Reason>();
  for (const page of world.pages()) render.set(page, reason);
  const gone = state ? Array.from(state.pages.keys()).filter((page) => !render.has(page)) : [];
  return { render, gone, full: true, inputs: [], answers: new Map(), changed: new Set() };
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

/** Asks once each query that a remaining page asked and one of whose inputs changed. */
function askAgain(
  state: State,
  world: World,
  inputs: ReadonlySet<InputKey>,
  gone: readonly PageKey[],
): ReadonlyMap<QueryState, Answer | null> {
  const answers = new Map<QueryState, Answer | null>();
  if (inputs.size === 0) return answers;
  const fewer = new Map<QueryState, number>();
  for (const key of gone) {
    for (const query of state.pages.get(key)?.queries ?? []) fewer.set(query, (fewer.get(query) ?? 0) + 1);
  }
  for (const query of state.queries.values()) {
    if (query.uses === (fewer.get(query) ?? 0)) continue;
    if (query.inputs.some((input) => inputs.has(input))) answers.set(query, askOrNull(world, query.text));
  }
  return answers;
}

/** A query that fails now was not asked by the pages as they are now: they are rendered, and ask what they ask. */
function askOrNull(world: World, query: QueryKey): Answer | null {
  try {
    return world.ask(query);
  } catch {
    return null;
  }
}
