/** The files that content brings, for /Downloads: the newest of each kind, and all of them by year on further pages. */
import type { DownloadKind } from '../../lib/downloads.ts';
import { ALL, UNDATED } from '../../lib/periods.ts';
import type { Download, PartLink } from '../../types/views.ts';
import type { GroupSize, Source } from '../source.ts';
import { type EntityIn, filesOf } from '../standing.ts';
import { frameOf, partLinks } from './cuts.ts';
import { groups } from './dataFiles.ts';

/** Files of one kind on the first page. */
const FIRST = 8;
/** Files on each further page. */
const PART_SIZE = 60;
/** Group of a kind without dates, in its addresses. */
const ALL_FILES = 'all';

type Holder = EntityIn<`downloads-${DownloadKind}`>;

function downloadsOf(holder: Holder): Download[] {
  const files = filesOf(holder);
  const day = 'date' in holder ? holder.date?.day : undefined;
  return files.map((file, at) => ({
    title: holder.title,
    file,
    ...(files.length > 1 && { number: at + 1 }),
    ...(day !== undefined && { day }),
  }));
}

const totalOf = (sizes: readonly GroupSize[]) => sizes.reduce((sum, { weight }) => sum + weight, 0);

/** Whether a kind has nothing with a date: it then stands in the service's order, as one group. */
const isUndated = (sizes: readonly GroupSize[]) => sizes.length === 1 && sizes[0]?.key === UNDATED;

const labelOf = (sizes: readonly GroupSize[], key: string) => (isUndated(sizes) ? ALL : key === UNDATED ? 'Without a date' : key);

/** The parts of a year in the list's order, cut so that a new file changes one. */
function partsOf(kind: DownloadKind, sizes: readonly GroupSize[], { key, weight }: GroupSize): PartLink[] {
  const [group, oldest] = isUndated(sizes) ? ([ALL_FILES, 'first'] as const) : ([key, 'last'] as const);
  return partLinks(`/Downloads/${kind}`, labelOf(sizes, key), group, weight, PART_SIZE, oldest);
}

/** The parts of the files of a kind, in their order; none when its first files are all. */
export function downloadParts(source: Source, kind: DownloadKind): PartLink[] {
  const sizes = source.ask(groups, `downloads-${kind}`);
  return totalOf(sizes) > FIRST ? sizes.flatMap((group) => partsOf(kind, sizes, group)) : [];
}

/** The first files of a kind, and a link a year to the others. */
export function downloads(source: Source, kind: DownloadKind) {
  const sizes = source.ask(groups, `downloads-${kind}`);
  const total = totalOf(sizes);
  const years = sizes.flatMap((group) => {
    const [newest] = partsOf(kind, sizes, group);
    return newest ? [{ ...newest, label: labelOf(sizes, group.key), count: group.weight }] : [];
  });
  return {
    total,
    files: source.slice(`downloads-${kind}`, 0, FIRST).flatMap(downloadsOf).slice(0, FIRST),
    years: total > FIRST ? years : [],
  };
}

/** One part of the files of a kind; null when there is no such part. */
export function downloadsPart(source: Source, kind: DownloadKind, key: string) {
  const frame = frameOf(source.ask(downloadParts, kind), `/Downloads/${kind}/${key}`);
  if (!frame) return null;
  const [, group = '', number = '1'] = /^(all|undated|\d{4})(?:-(\d+))?$/.exec(key) ?? [];
  const isWhole = group === ALL_FILES;
  const files = source.group(`downloads-${kind}`, isWhole ? UNDATED : group).flatMap(downloadsOf);
  const [from, to] = [(Number(number) - 1) * PART_SIZE, Number(number) * PART_SIZE];
  return { ...frame, files: isWhole ? files.slice(from, to) : files.slice(-to, files.length - from) };
}
