/** From a world to the record of a new release: plan, render, resolve assets, check. Writes only to the store. */
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { type Result, succeed } from '../lib/result.ts';
import type { Reason, RebuildFailure } from './api.ts';
import { type AssetContext, resolveGroups, storeAssets } from './assets.ts';
import { type Proposal, releaseChanges } from './change.ts';
import { type Plan, plan } from './plan.ts';
import {
  type ChangeRecord,
  commonAddresses,
  encodePages,
  type FileRow,
  FORMAT,
  fileTuple,
  type HistoryEntry,
  type PageRow,
} from './record.ts';
import type { AnswerTuple, PageToRender, RenderedPage } from './renderPage.ts';
import { type RenderContext, renderPages } from './renderQueue.ts';
import type { State } from './state.ts';
import type { Answer, InputKey, PageKey, QueryKey, World } from './types.ts';

export interface DraftRequest extends RenderContext {
  readonly state: State | null;
  readonly clean: boolean;
  /** Paths whose bytes in the store are lost. */
  readonly damaged: ReadonlySet<string>;
  /** Number of releases kept. */
  readonly keep: number;
}

export interface Draft {
  /** Null: nothing at all changed, not even a trace. */
  readonly record: ChangeRecord | null;
  /** Every page of the release. */
  readonly pages: readonly PageKey[];
  readonly reasons: ReadonlyMap<PageKey, Reason>;
  readonly changedQueries: readonly QueryKey[];
  readonly milliseconds: { readonly plan: number; readonly render: number };
}

/** Works out the new release. After a failure nothing of what was stored counts. */
export async function draftRelease(request: DraftRequest): Promise<Result<Draft, RebuildFailure>> {
  const { world, state, clean, damaged, emit } = request;
  const started = performance.now();
  const planned = plan(state, world, damaged, clean);
  emit({ type: 'planned', render: planned.render.size, remove: planned.gone.length, queried: planned.asked });
  const plannedAt = performance.now();

  const isStored = ({ path, digest }: FileRow) => !clean && !damaged.has(path) && state?.files.get(path)?.digest === digest;
  const due = Array.from(planned.render.keys(), (key): PageToRender => {
    return { key, stored: state?.pages.get(key)?.files.filter(isStored) ?? [] };
  });
  const rendered = await renderPages(due, request);
  if (!rendered.ok) return rendered;
  const { pages, answers } = rendered.value;

  const knownFiles = (group: string) => {
    const files = planned.full ? undefined : state?.groups.get(group)?.files;
    // A group without files was purged, and may have been allowed again.
    return files && files.length > 0 && !files.some(({ path }) => damaged.has(path)) ? files : null;
  };
  const context: AssetContext = { ...request, isStored, knownFiles };
  const groups = await resolveGroups(pages, context);
  if (!groups.ok) return groups;
  const assets = storeAssets(await world.assets(), context, 'copy');
  if (!assets.ok) return assets;

  const sameAssets = !planned.full && state !== null && isSame(assets.value, state);
  const proposal: Proposal = {
    state,
    full: planned.full,
    rows: pages.map(pageRow),
    gone: planned.gone,
    groups: groups.value,
    assets: sameAssets ? null : assets.value,
  };
  const changes = releaseChanges(proposal);
  if (!changes.ok) return changes;
  emit({ type: 'checked' });
  const idle =
    !planned.full && pages.length + planned.gone.length + planned.inputs.length + changes.value.length === 0 && sameAssets;
  return succeed({
    record: idle ? null : recordOf(request, planned, proposal, changes.value, answers),
    pages: planned.pages,
    reasons: planned.render,
    changedQueries: Array.from(planned.changed, ({ text }) => text),
    milliseconds: { plan: plannedAt - started, render: performance.now() - plannedAt },
  });
}

function pageRow({ key, queries, files, groups, addresses }: RenderedPage): PageRow {
  return { key, queries, files, groups: [...groups.keys()], addresses: [...addresses] };
}

function isSame(assets: readonly FileRow[], { assets: before }: State): boolean {
  if (assets.length !== before.length) return false;
  const digests = new Map(before.map(({ path, digest }) => [path, digest]));
  return assets.every(({ path, digest }) => digests.get(path) === digest);
}

function recordOf(
  { world, keep }: DraftRequest,
  planned: Plan,
  { state, full, rows, gone, groups, assets }: Proposal,
  changes: ChangeRecord['changes'],
  workerAnswers: WorkerAnswers,
): ChangeRecord {
  const answers = newAnswers(world, full ? null : state, planned, rows, workerAnswers);
  const at = Math.max(Date.now(), (state?.at ?? 0) + 1);
  const isNew = !state || changes.length > 0;
  const release = isNew ? releaseId(at, [state?.release, changes.slice(0, 64)]) : state.release;
  const entry: HistoryEntry = { release, at, changes: state ? changes : [] };
  const common = full ? commonAddresses(rows) : (state?.common ?? new Set<string>());
  return {
    format: FORMAT,
    release,
    at: isNew ? at : state.at,
    code: world.codeVersion,
    full,
    inputs: changedInputs(world, full ? null : state, planned.inputs, answers),
    answers,
    ...encodePages(rows, common, full),
    gone,
    groups: Array.from(groups, ([name, files]) => [name, files.map(fileTuple)] as const),
    assets: assets?.map(fileTuple) ?? null,
    changes: full ? [] : changes,
    history: full ? [...(state?.history ?? []), ...(isNew ? [entry] : [])].slice(-keep) : null,
  };
}

/** Sorts by time, reads as time, and differs for different releases: `20261121-122530-123-3f2a9c1b`. */
function releaseId(at: number, content: unknown): string {
  const time = new Date(at).toISOString().replace(/[-:Z]/g, '').replace('T', '-').replace('.', '-');
  return `${time}-${digestOfJson(content).slice(0, 8)}`;
}

type WorkerAnswers = ReadonlyMap<QueryKey, AnswerTuple>;

/** The answers that the state does not have yet: those that came out differently and those asked for the first time. */
function newAnswers(
  world: World,
  state: State | null,
  planned: Plan,
  rows: readonly PageRow[],
  workerAnswers: WorkerAnswers,
): AnswerTuple[] {
  const answers = new Map<QueryKey, AnswerTuple>();
  for (const [known, answer] of planned.answers) {
    if (answer) answers.set(known.text, [known.text, answer.digest, answer.inputs]);
  }
  for (const { queries } of rows) {
    for (const query of queries) {
      const known = state?.queries.get(query);
      if (answers.has(query) || (known && !planned.changed.has(known))) continue;
      answers.set(query, workerAnswers.get(query) ?? answerTuple(query, world.ask(query)));
    }
  }
  return [...answers.values()];
}

function answerTuple(query: QueryKey, { digest, inputs }: Answer): AnswerTuple {
  return [query, digest, inputs];
}

function changedInputs(
  world: World,
  state: State | null,
  changed: readonly InputKey[],
  answers: readonly AnswerTuple[],
): [InputKey, Digest][] {
  const inputs = new Set(changed);
  for (const [, , read] of answers) for (const input of read) if (!state?.inputs.has(input)) inputs.add(input);
  return Array.from(inputs, (input) => [input, world.inputDigest(input)]);
}
