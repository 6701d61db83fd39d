import { defaultSession, sessionBefore } from '../../lib/dates.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Topper } from '../../service/schemas/topper.ts';
import type { ArchiveView, ToppersView } from '../../types/views.ts';
import { Digested, type Source } from '../evaluator.ts';
import type { CollectionState } from '../types.ts';
import { type DataFolder, dataBody, dataFile } from './dataFiles.ts';
import { cutGroup, groupRows, indexGroups, type ListIndex, PAGE_SIZE } from './dated.ts';
import { partView } from './lists.ts';

type ClassName = 'X' | 'XII';

/** Where each class's toppers stand, and their data folder. */
export const TOPPER_BASES: Readonly<Record<ClassName, { readonly base: string; readonly folder: DataFolder }>> = {
  X: { base: '/Toppers', folder: 'toppers-x' },
  XII: { base: '/ToppersXII', folder: 'toppers-xii' },
};

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function indexBySession(state: CollectionState<Topper>, className: ClassName): ListIndex<Topper> {
  const rows = state.rows.filter((row) => row.entity.class === className && row.entity.session !== null);
  const sessions = groupRows(rows, (entity) => entity.session ?? '');
  const groups = [...sessions].sort(([a], [b]) => byCodeUnit(b, a)).map(([key, group]) => cutFromFront(key, group));
  return indexGroups(rows, groups);
}

/** Toppers stand in the service's order, so parts are counted from the front and led to by the first. */
function cutFromFront(session: string, rows: ListIndex<Topper>['rows']) {
  const { key, label, parts } = cutGroup(session, session, [...rows].reverse());
  return { key, label, rows, parts: [...parts].reverse().map((part) => ({ ...part, rows: [...part.rows].reverse() })) };
}

const indexes = memoize((state: CollectionState<Topper>) => ({
  X: indexBySession(state, 'X'),
  XII: indexBySession(state, 'XII'),
}));

export function topperIndex(source: Source, className: ClassName): ListIndex<Topper> {
  return indexes(source.collection('topper'))[className];
}

/** The default session where it has records, else the one before where that has, else none. */
function shownSession(index: ListIndex<Topper>, wanted: string): string | null {
  const present = (session: string) => index.groups.some((group) => group.key === session);
  return [wanted, sessionBefore(wanted)].find(present) ?? null;
}

export function toppers(source: Source, className: ClassName): ToppersView {
  const index = topperIndex(source, className);
  const { base, folder } = TOPPER_BASES[className];
  const wanted = defaultSession(source.today('year'));
  const shown = shownSession(index, wanted);
  const group = index.groups.find((candidate) => candidate.key === shown);
  const sessions = [...new Set([wanted, ...index.groups.map((candidate) => candidate.key)])].sort((a, b) => byCodeUnit(b, a));
  return {
    loaded: source.collection('topper').loaded,
    placeholder: shown === null,
    sessions,
    session: shown ?? wanted,
    wanted,
    total: group?.rows.length ?? 0,
    items: (group?.rows ?? []).slice(0, PAGE_SIZE).map((row) => row.entity),
    files: index.groups.map((candidate) => dataFile(source, folder, candidate.key, candidate.rows, [])),
    archive: index.groups.map(({ key, label, rows }) => ({ label, href: `${base}/${key}`, count: rows.length })),
  };
}

export function topperArchive(source: Source, className: ClassName, key: string): Digested<ArchiveView<Topper>> | null {
  return partView(topperIndex(source, className), TOPPER_BASES[className].base, key);
}

/** The data file of one session. */
export function topperData(source: Source, className: ClassName, session: string) {
  const group = topperIndex(source, className).groups.find((candidate) => candidate.key === session);
  if (!group) return null;
  const data = dataBody(source, TOPPER_BASES[className].folder, session, group.rows);
  return new Digested(data, data.digest);
}
