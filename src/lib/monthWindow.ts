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

/** An entry as a page lists it. */
export type Listed<Some> = Some & {
  /** Of its files, for which the page has no room: its month's page has them. */
  readonly filesLeft?: number;
};

/**
 * The entries of a month that a page lists, those from today on before past ones: all, or as many as it has room for, then their
 * files. `left`: what remains of the room.
 */
export function monthWindow<Some extends Entry>(entries: readonly Some[], today: string, room: Room) {
  let left = room.size;
  const fits = (size: number) => {
    if (size > left) return false;
    left -= size;
    return true;
  };
  const isOver = ({ date, lastDay = date?.day ?? '' }: Some) => lastDay < today;
  const byUse = [...entries.filter((entry) => !isOver(entry)), ...entries.filter(isOver).reverse()];
  const shown = byUse.filter((entry) => fits(sizeWithoutFiles(entry, room)));
  const listed = new Map(
    shown.map((entry): [Some, Listed<Some>] => {
      const files = countFiles(entry);
      return [entry, fits(files * room.file) ? entry : { ...entry, attachments: [], filesLeft: files }];
    }),
  );
  return { entries: entries.flatMap((entry) => listed.get(entry) ?? []), left };
}
