/** From a world to the record of what changes: plan, render, supply, check. Touches nothing but the store. */
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { type Result, succeed } from '../lib/result.ts';
import type { EngineEvent, Reason, RebuildFailure } from './api.ts';
import { propose } from './change.ts';
import type { Helper } from './helper.ts';
import { type Plan, plan } from './plan.ts';
import {
  type ChangeRecord,
  commonAddresses,
  encodePages,
  type FileTuple,
  FORMAT,
  type HistoryEntry,
  type PageRow,
} from './record.ts';
import { renderPages } from './render.ts';
import type { AnswerTuple, PageToRender, RenderedPage } from './render-page.ts';
import type { QuestionState, State } from './state.ts';
import type { Store } from './store.ts';
import { adopt, supplyGroups } from './supply.ts';
import type { Answered, InputKey, PageKey, Question, World } from './types.ts';

export interface Job {
  readonly world: World;
  readonly state: State | null;
  readonly clean: boolean;
  /** Paths whose bytes in the store are lost. */
  readonly damaged: ReadonlySet<string>;
  readonly dynamic: readonly string[];
  readonly keep: number;
  readonly store: Store;
  readonly distDir: string;
  readonly emit: (event: EngineEvent) => void;
  readonly helper?: Helper;
}

export interface Outcome {
  /** Null: nothing at all changed, not even a trace. */
  readonly record: ChangeRecord | null;
  readonly reasons: ReadonlyMap<PageKey, Reason>;
  readonly changedQuestions: readonly Question[];
  readonly reused: number;
  readonly milliseconds: { readonly plan: number; readonly render: number };
}

/** Works out the new release. On a failure nothing counts that was stored. */
export async function work(job: Job): Promise<Result<Outcome, RebuildFailure>> {
  const { world, state, clean, damaged, dynamic, store, distDir, emit, helper } = job;
  const started = performance.now();
  const planned = plan(state, world, damaged, clean);
  emit({ type: 'planned', render: planned.render.size, remove: planned.gone.length, asked: planned.answers.size });
  const plannedAt = performance.now();

  const held: Held = (path) => (clean || damaged.has(path) ? null : (state?.files.get(path)?.digest ?? null));
  const isStored = ([path, digest]: FileTuple) => held(path) === digest;
  const due = Array.from(planned.render.keys(), (key) => dueOf(key, held, state));
  const rendered = await renderPages(due, world, { store, distDir, dynamic, emit, helper });
  if (!rendered.ok) return rendered;
  const { pages, answered } = rendered.value;
  const known = (group: string) => {
    const files = planned.full ? undefined : state?.groups.get(group)?.files;
    return files && !files.some(({ path }) => damaged.has(path)) ? files : null;
  };
  const supplied = await supplyGroups(pages, world, { store, emit, isStored, known });
  if (!supplied.ok) return supplied;
  const assets = adopt(await world.assets(), isStored, (digest, source) => store.copy(digest, source));
  if (!assets.ok) return assets;

  const sameAssets = !planned.full && state !== null && isSame(assets.value, state);
  const rows = pages.map((page) => rowOf(page, supplied.value.missing));
  const proposal = {
    state,
    full: planned.full,
    rows,
    gone: planned.gone,
    groups: supplied.value.groups,
    assets: sameAssets ? null : assets.value,
  };
  const changes = propose(proposal);
  if (!changes.ok) return changes;
  emit({ type: 'checked' });
  const idle =
    !planned.full && rows.length + planned.gone.length + planned.inputs.length + changes.value.length === 0 && sameAssets;
  const record = idle ? null : recordOf(job, planned, proposal, changes.value, answered);
  const milliseconds = { plan: plannedAt - started, render: performance.now() - plannedAt };
  return succeed({
    record,
    reasons: planned.render,
    changedQuestions: Array.from(planned.changed, ({ text }) => text),
    reused: planned.reused,
    milliseconds,
  });
}

type Held = (path: string) => Digest | null;

function dueOf(key: PageKey, held: Held, state: State | null): PageToRender {
  const files = state?.pages.get(key)?.files ?? [];
  const tuples = files.map(({ path, digest, size }): FileTuple => [path, digest, size]);
  return { key, held: tuples.filter(([path, digest]) => held(path) === digest) };
}

function rowOf({ key, asked, files, names }: RenderedPage, missing: ReadonlySet<string>): PageRow {
  const groups = new Set(names.groups.keys());
  for (const group of names.mentioned) if (!missing.has(group)) groups.add(group);
  return { key, questions: asked, files, groups: [...groups], addresses: [...names.addresses] };
}

function isSame(assets: readonly FileTuple[], { assets: before }: State): boolean {
  if (assets.length !== before.length) return false;
  const digests = new Map(before.map(({ path, digest }) => [path, digest]));
  return assets.every(([path, digest]) => digests.get(path) === digest);
}

interface Proposed {
  readonly full: boolean;
  readonly rows: readonly PageRow[];
  readonly gone: readonly PageKey[];
  readonly groups: ReadonlyMap<string, readonly FileTuple[]>;
  readonly assets: readonly FileTuple[] | null;
}

function recordOf(
  { world, state, keep }: Job,
  planned: Plan,
  proposed: Proposed,
  changes: ChangeRecord['changes'],
  answered: AnsweredElsewhere,
): ChangeRecord {
  const { full, rows } = proposed;
  const answers = answersOf(world, full ? null : state, planned, rows, answered);
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
    inputs: inputsOf(world, full ? null : state, planned.inputs, answers),
    answers,
    ...encodePages(rows, common, full),
    gone: proposed.gone,
    groups: [...proposed.groups],
    assets: proposed.assets,
    changes: full ? [] : changes,
    history: full ? [...(state?.history ?? []), ...(isNew ? [entry] : [])].slice(-keep) : null,
  };
}

/** Sorts by time, reads as time, and differs for different releases: `20261121-122530-123-3f2a9c1b`. */
function releaseId(at: number, content: unknown): string {
  const time = new Date(at).toISOString().replace(/[-:Z]/g, '').replace('T', '-').replace('.', '-');
  return `${time}-${digestOfJson(content).slice(0, 8)}`;
}

type Answers = ChangeRecord['answers'];
type AnsweredElsewhere = ReadonlyMap<Question, AnswerTuple>;

function isKnown(known: QuestionState, { digest, inputs }: Answered): boolean {
  return (
    known.digest === digest && known.inputs.length === inputs.length && known.inputs.every((input, at) => input === inputs[at])
  );
}

function tupleOf(question: Question, { digest, inputs }: Answered): AnswerTuple {
  return [question, digest, inputs];
}

/** The answers that the state does not hold yet: those that came out differently and those asked for the first time. */
function answersOf(
  world: World,
  state: State | null,
  planned: Plan,
  rows: readonly PageRow[],
  answered: AnsweredElsewhere,
): Answers {
  const answers = new Map<Question, Answers[number]>();
  for (const [known, answer] of planned.answers) {
    if (answer && !isKnown(known, answer)) answers.set(known.text, [known.text, answer.digest, answer.inputs]);
  }
  for (const { questions } of rows) {
    for (const question of questions) {
      const known = state?.questions.get(question);
      if (answers.has(question) || (known && !planned.changed.has(known))) continue;
      answers.set(question, answered.get(question) ?? tupleOf(question, world.ask(question)));
    }
  }
  return [...answers.values()];
}

function inputsOf(world: World, state: State | null, changed: readonly InputKey[], answers: Answers): [InputKey, Digest][] {
  const inputs = new Set(changed);
  for (const [, , read] of answers) for (const input of read) if (!state?.inputs.has(input)) inputs.add(input);
  return Array.from(inputs, (input) => [input, world.inputDigest(input)]);
}
