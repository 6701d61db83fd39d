/** What the engine knows of the last rebuild, in memory: traces, the release's files and the releases before. */
import type { Digest } from '../lib/digest.ts';
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
import type { InputKey, PageKey, QueryKey } from './types.ts';

export interface QueryState {
  readonly text: QueryKey;
  digest: Digest;
  inputs: readonly InputKey[];
  /** Number of pages that ask it. */
  uses: number;
}

export interface AddressState {
  readonly text: string;
  /** True: `uses` counts the pages that do not name it, which are fewer. */
  readonly common: boolean;
  uses: number;
}

export interface GroupState {
  readonly name: string;
  files: readonly FileRow[];
  /** Number of pages that name it. */
  uses: number;
}

export interface PageState {
  readonly key: PageKey;
  readonly queries: readonly QueryState[];
  files: readonly FileRow[];
  readonly groups: readonly GroupState[];
  readonly own: readonly AddressState[];
  readonly lacks: readonly AddressState[];
}

export class State {
  release = '';
  at = 0;
  code = '' as Digest;
  readonly inputs = new Map<InputKey, Digest>();
  readonly queries = new Map<QueryKey, QueryState>();
  readonly pages = new Map<PageKey, PageState>();
  /** The world's list of these pages, where this process has seen it. */
  listed: readonly PageKey[] | null = null;
  readonly addresses = new Map<string, AddressState>();
  readonly common = new Set<string>();
  readonly groups = new Map<string, GroupState>();
  assets: readonly FileRow[] = [];
  /** The release's files by path. */
  readonly files = new Map<string, FileRow>();
  /** Oldest first; the last is this state's release. */
  history: HistoryEntry[] = [];

  readonly #inputLists = new Map<string, readonly InputKey[]>();

  /** One list for all queries that read the same inputs: there are few such lists and thousands of queries. */
  sharedInputs(inputs: readonly InputKey[]): readonly InputKey[] {
    const key = inputs.join(' ');
    const known = this.#inputLists.get(key);
    if (known) return known;
    this.#inputLists.set(key, inputs);
    return inputs;
  }

  /** How many pages name an address. */
  uses(address: string): number {
    const state = this.addresses.get(address);
    if (!state) return 0;
    return state.common ? this.pages.size - state.uses : state.uses;
  }

  /** Every address that a page names. */
  named(page: PageState): string[] {
    const lacks = new Set(page.lacks.map(({ text }) => text));
    const common = lacks.size === 0 ? [...this.common] : [...this.common].filter((address) => !lacks.has(address));
    return common.concat(page.own.map(({ text }) => text));
  }
}

/** The rows of a state's pages, for a compacted log. */
function rowsOf(state: State): PageRow[] {
  return Array.from(state.pages.values(), (page) => ({
    key: page.key,
    queries: page.queries.map(({ text }) => text),
    files: page.files,
    groups: page.groups.map(({ name }) => name),
    addresses: state.named(page),
  }));
}

/** One full record that says all that a state holds. */
export function fullRecord(state: State): ChangeRecord {
  const rows = rowsOf(state);
  const inputs = new Set(Array.from(state.queries.values(), (query) => query.inputs).flat());
  return {
    format: FORMAT,
    release: state.release,
    at: state.at,
    code: state.code,
    full: true,
    inputs: [...state.inputs].filter(([input]) => inputs.has(input)),
    answers: Array.from(state.queries.values(), ({ text, digest, inputs }) => [text, digest, inputs] as const),
    ...encodePages(rows, commonAddresses(rows), true),
    gone: [],
    groups: Array.from(state.groups.values(), ({ name, files }) => [name, files.map(fileTuple)] as const),
    assets: state.assets.map(fileTuple),
    changes: [],
    history: state.history,
  };
}
