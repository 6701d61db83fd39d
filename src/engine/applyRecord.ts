/** Brings the state to what a record says. */
import { type ChangeRecord, type FileRow, fileRow, type HistoryEntry, type PageTuple } from './record.ts';
import { type AddressState, type GroupState, type PageState, type QueryState, State } from './state.ts';
import type { PageKey } from './types.ts';

/** The state after a record: the given one, changed in place, or a new one for a full record. Null: the record does not fit. */
export function applyRecord(before: State | null, record: ChangeRecord, keep: number): State | null {
  const state = record.full ? new State() : before;
  if (!state) return null;
  for (const address of record.common) addCommon(state, record.addresses[address] ?? '');
  for (const [key, digest] of record.inputs) state.inputs.set(key, digest);
  for (const answer of record.answers) setAnswer(state, answer);
  for (const group of record.groups) setFiles(state, setGroup(state, group));
  if (record.assets) {
    state.assets = record.assets.map(fileRow);
    setFiles(state, state.assets);
  }
  replacePages(state, record);
  for (const [path, , now] of record.changes) if (!now) state.files.delete(path);
  state.history = record.history ? [...record.history] : nextHistory(state.history, record, keep);
  state.release = record.release;
  state.at = record.at;
  state.code = record.code;
  return state;
}

function nextHistory(history: readonly HistoryEntry[], { release, at, changes }: ChangeRecord, keep: number): HistoryEntry[] {
  if (history.at(-1)?.release === release) return [...history];
  return [...history, { release, at, changes }].slice(-keep);
}

function addCommon(state: State, text: string): void {
  state.common.add(text);
  state.addresses.set(text, { text, common: true, uses: 0 });
}

function setAnswer(state: State, [text, digest, read]: ChangeRecord['answers'][number]): void {
  const inputs = state.sharedInputs(read);
  const known = state.queries.get(text);
  if (known) {
    known.digest = digest;
    known.inputs = inputs;
  } else state.queries.set(text, { text, digest, inputs, uses: 0 });
}

function setGroup(state: State, [name, tuples]: ChangeRecord['groups'][number]): readonly FileRow[] {
  const files = tuples.map(fileRow);
  const known = state.groups.get(name);
  if (known) known.files = files;
  else state.groups.set(name, { name, files, uses: 0 });
  return files;
}

function setFiles(state: State, files: readonly FileRow[]): void {
  for (const file of files) state.files.set(file.path, file);
}

/** Puts the record's pages in place of those before and forgets what no page asks or names any more. */
function replacePages(state: State, record: ChangeRecord): void {
  const queries = record.queries.map((text) => state.queries.get(text));
  const addresses = record.addresses.map((text) => addressState(state, text));
  const groups = record.groupNames.map((name) => state.groups.get(name));
  const left: PageState[] = [];
  const leave = (key: PageKey) => {
    const page = state.pages.get(key);
    if (!page) return;
    count(page, -1);
    left.push(page);
  };
  for (const key of record.gone) {
    leave(key);
    state.pages.delete(key);
  }
  for (const tupleOfPage of record.pages) {
    leave(tupleOfPage[0]);
    const page = pageState(tupleOfPage, queries, addresses, groups);
    count(page, 1);
    state.pages.set(page.key, page);
    setFiles(state, page.files);
  }
  for (const page of left) forgetUnused(state, page);
}

function addressState(state: State, text: string): AddressState {
  let address = state.addresses.get(text);
  if (!address) {
    address = { text, common: false, uses: 0 };
    state.addresses.set(text, address);
  }
  return address;
}

function pick<Entry>(from: readonly (Entry | undefined)[], numbers: readonly number[]): Entry[] {
  const picked: Entry[] = [];
  for (const number of numbers) {
    const entry = from[number];
    if (entry) picked.push(entry);
  }
  return picked;
}

function pageState(
  [key, asked, files, named, own, lacks]: PageTuple,
  queries: readonly (QueryState | undefined)[],
  addresses: readonly AddressState[],
  groups: readonly (GroupState | undefined)[],
): PageState {
  return {
    key,
    queries: pick(queries, asked),
    files: files.map(fileRow),
    groups: pick(groups, named),
    own: pick(addresses, own),
    lacks: pick(addresses, lacks),
  };
}

function count(page: PageState, by: 1 | -1): void {
  for (const query of page.queries) query.uses += by;
  for (const group of page.groups) group.uses += by;
  for (const address of page.own) address.uses += by;
  for (const address of page.lacks) address.uses += by;
}

function forgetUnused(state: State, page: PageState): void {
  for (const { text, uses } of page.queries) if (uses === 0) state.queries.delete(text);
  for (const { name, uses } of page.groups) if (uses === 0) state.groups.delete(name);
  for (const { text, uses, common } of page.own) if (uses === 0 && !common) state.addresses.delete(text);
}
