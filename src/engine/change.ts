/** What a rebuild changes in the release, and the check of the release as it will be before anything goes live. */
import { fail, type Result, succeed } from '../lib/result.ts';
import { addressesFor, filesFor } from './addresses.ts';
import { type AssetGroups, brokenLink } from './assets.ts';
import type { ChangeTuple, FileRow, FileVersion, PageRow } from './record.ts';
import type { PageState, State } from './state.ts';
import type { PageKey } from './types.ts';

export interface Proposal {
  /** Null, or not regarded when `full`: there is nothing to take over. */
  readonly state: State | null;
  readonly full: boolean;
  /** Pages rendered. */
  readonly rows: readonly PageRow[];
  readonly gone: readonly PageKey[];
  /** Asset groups that are new or were resolved again. */
  readonly groups: AssetGroups;
  /** Null: as before. */
  readonly assets: readonly FileRow[] | null;
}

const bytesOf = (file: FileRow | undefined): FileVersion | null => (file ? [file.digest, file.size] : null);

/** The difference of the release to the one before, or which page is in the way. */
export function releaseChanges(proposal: Proposal): Result<readonly ChangeTuple[], 'clash' | 'broken-link'> {
  const { state, full } = proposal;
  const left = full ? [] : leftPages(proposal);
  const releasedPaths = full ? null : pathsGivenUp(proposal, left);
  const claims = claimedFiles(proposal);
  if (!claims.ok) return claims;
  const stays = (path: string) => releasedPaths !== null && state?.files.has(path) === true && !releasedPaths.has(path);
  for (const [path, { owner }] of claims.value) if (stays(path)) return clash(path, owner, ownerOf(state, path));
  const changes: ChangeTuple[] = [];
  for (const [path, { file }] of claims.value) {
    const before = bytesOf(state?.files.get(path));
    if (before?.[0] !== file.digest) changes.push([path, before, [file.digest, file.size]]);
  }
  const vanished: string[] = [];
  for (const path of releasedPaths ?? state?.files.keys() ?? []) if (!claims.value.has(path)) vanished.push(path);
  for (const path of vanished) changes.push([path, bytesOf(state?.files.get(path)), null]);
  const exists = (path: string) => claims.value.has(path) || stays(path);
  const broken = brokenInRows(proposal.rows, exists) ?? (full ? null : brokenByLoss(proposal, left, vanished, exists));
  return broken ? brokenLink(broken.page, broken.address) : succeed(changes);
}

/** The pages of the old state that are rendered anew or gone. */
function leftPages({ state, rows, gone }: Proposal): PageState[] {
  const keys = [...gone, ...rows.map(({ key }) => key)];
  return keys.flatMap((key) => state?.pages.get(key) ?? []);
}

/** The paths that the release loses unless a page, a group or the assets claim them anew. */
function pathsGivenUp({ state, rows, groups, assets }: Proposal, left: readonly PageState[]): Set<string> {
  const paths = new Set<string>();
  const give = (files: readonly FileRow[]) => {
    for (const { path } of files) paths.add(path);
  };
  const uses = new Map<string, number>();
  for (const page of left) {
    give(page.files);
    for (const { name } of page.groups) uses.set(name, (uses.get(name) ?? 0) - 1);
  }
  for (const page of rows) for (const name of page.groups) uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const [name, change] of uses) {
    const group = state?.groups.get(name);
    if (group && (group.uses + change === 0 || groups.has(name))) give(group.files);
  }
  if (assets) give(state?.assets ?? []);
  return paths;
}

/** Empty, `.` or `..` between slashes: it would lead out of `dist/`. */
const UNFIT = /(?:^|\/)\.{0,2}(?:\/|$)/;

interface Claim {
  readonly file: FileRow;
  readonly owner: string;
}

/** Who publishes which file; two may not publish the same. */
function claimedFiles({ rows, groups, assets }: Proposal): Result<Map<string, Claim>, 'clash'> {
  const claims = new Map<string, Claim>();
  const owners: (readonly [string, readonly FileRow[]])[] = [['the assets', assets ?? []], ...groups];
  for (const row of rows) owners.push([row.key, row.files]);
  for (const [owner, files] of owners) {
    for (const file of files) {
      if (UNFIT.test(file.path)) throw new Error(`${owner} wants to publish "${file.path}", which is no path below dist.`);
      const other = claims.get(file.path);
      if (other) return clash(file.path, owner, other.owner);
      claims.set(file.path, { file, owner });
    }
  }
  return succeed(claims);
}

function clash(path: string, one: string, other: string) {
  return fail('clash', `${one} and ${other} both publish ${path}; only one of them may. Nothing was published.`);
}

function ownerOf(state: State | null, path: string): string {
  const has = (files: readonly FileRow[]) => files.some((file) => file.path === path);
  for (const page of state?.pages.values() ?? []) if (has(page.files)) return page.key;
  for (const group of state?.groups.values() ?? []) if (has(group.files)) return group.name;
  return 'the assets';
}

interface Broken {
  readonly page: PageKey;
  readonly address: string;
}

function isAnswered(address: string, exists: (path: string) => boolean): boolean {
  const [page, plain] = filesFor(address);
  return exists(page) || exists(plain);
}

function brokenInRows(rows: readonly PageRow[], exists: (path: string) => boolean): Broken | null {
  const sound = new Set<string>();
  for (const { key, addresses } of rows) {
    for (const address of addresses) {
      if (sound.has(address)) continue;
      if (!isAnswered(address, exists)) return { page: key, address };
      sound.add(address);
    }
  }
  return null;
}

/**
 * A page that stays and names what is lost. The counts tell at once whether there is one; only then is it looked for. Each
 * publish loses a data file: looking for its address in every page would make each publish follow the size of the site.
 */
function brokenByLoss(
  { state }: Proposal,
  left: readonly PageState[],
  vanished: readonly string[],
  exists: (path: string) => boolean,
): Broken | null {
  if (!state) return null;
  const lost = new Map<string, number>();
  for (const address of vanished.flatMap(addressesFor)) {
    const uses = state.uses(address);
    if (uses > 0 && !isAnswered(address, exists)) lost.set(address, uses);
  }
  if (lost.size === 0) return null;
  for (const page of left) {
    for (const address of state.named(page)) {
      const uses = lost.get(address);
      if (uses !== undefined) lost.set(address, uses - 1);
    }
  }
  if (![...lost.values()].some((uses) => uses > 0)) return null;
  const leaving = new Set(left);
  for (const page of state.pages.values()) {
    if (leaving.has(page)) continue;
    const address = state.named(page).find((name) => (lost.get(name) ?? 0) > 0);
    if (address !== undefined) return { page: page.key, address };
  }
  return null;
}
