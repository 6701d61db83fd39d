/** Which entries of a month a page has room for. Pure; runs in the browser too. */
import { textSize } from './text.ts';

interface Entry {
  readonly title: string;
  readonly date: { readonly day: string } | null;
  readonly lastDay?: string | undefined;
  readonly attachments: readonly { readonly kind: string }[];
}

/** Characters: of all titles, and those that each entry, that it has files, and each file of it count as beside its title. */
export interface Room {
  readonly size: number;
  readonly entry: number;
  readonly files: number;
  readonly file: number;
}

const countFiles = ({ attachments }: Entry) => attachments.filter(({ kind }) => kind !== 'missing').length;

/** What an entry takes of a room without its files. */
const sizeWithoutFiles = (of: Entry, { entry, files }: Room) => textSize(of.title) + entry + (countFiles(of) > 0 ? files : 0);

/** Entries on one page of a month. */
export const ENTRIES_PER_PAGE = 40;

/** An entry as a page lists it. */
export type Listed<Some> = Some & {
  /** Its files, for which the page has no room, and which of its month's pages has them. */
  readonly filesLeft?: { readonly count: number; readonly page: number };
};

/**
 * The entries of a month that a page lists, those from today on before past ones: all, or as many as it has room for, then their
 * files. `left`: what remains of the room.
 */
export function monthWindow<Some extends Entry>(entries: readonly Some[], today: string, room: Room) {
  let { size } = room;
  const fits = (needed: number) => {
    if (needed > size) return false;
    size -= needed;
    return true;
  };
  const isOver = ({ date, lastDay = date?.day ?? '' }: Some) => lastDay < today;
  const byUse = [...entries.filter((entry) => !isOver(entry)), ...entries.filter(isOver).reverse()];
  // Without gaps: a day between others that is not listed would read as if it had no entry.
  const end = byUse.findIndex((entry) => !fits(sizeWithoutFiles(entry, room)));
  const shown = end < 0 ? byUse : byUse.slice(0, end);
  /** Files by entry for which there is no room. */
  const left = new Map(shown.map((entry) => [entry, fits(countFiles(entry) * room.file) ? 0 : countFiles(entry)]));
  const listed = entries.flatMap((entry, at): Listed<Some>[] => {
    const count = left.get(entry);
    if (count === undefined) return [];
    if (count === 0) return [entry];
    return [{ ...entry, attachments: [], filesLeft: { count, page: Math.floor(at / ENTRIES_PER_PAGE) + 1 } }];
  });
  return { entries: listed, left: size };
}
