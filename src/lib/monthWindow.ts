/** Which entries of a month a page has room for. Pure; runs in the browser too. */
import { langOf } from './text.ts';

interface Entry {
  readonly title: string;
  readonly date: { readonly day: string } | null;
  readonly lastDay?: string | undefined;
  readonly attachments: readonly unknown[];
}

/** Characters: of all titles, and those that each entry and each file of it counts as beside its title. */
export interface Room {
  readonly size: number;
  readonly entry: number;
  readonly file: number;
}

/** What an entry takes of a room; a letter of Hindi or Bengali is three bytes. */
export const sizeOf = ({ title, attachments }: Entry, { entry, file }: Room): number =>
  title.length * (langOf(title) ? 2 : 1) + entry + attachments.length * file;

/** The entries of a month that a page lists: all, or as many as it has room for, those from today on before past ones. */
export function monthWindow<Some extends Entry>(entries: readonly Some[], today: string, room: Room): Some[] {
  let { size } = room;
  const fits = (entry: Some) => {
    size -= sizeOf(entry, room);
    return size >= 0;
  };
  const isOver = ({ date, lastDay = date?.day ?? '' }: Some) => lastDay < today;
  const coming = entries.filter((entry) => !isOver(entry)).filter(fits);
  const past = entries.filter(isOver).reverse().filter(fits);
  const listed = new Set([...coming, ...past]);
  return entries.filter((entry) => listed.has(entry));
}
