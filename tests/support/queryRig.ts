/** Short constructors of entities, and the reader by which pages query them. */
import { readDate } from '../../src/lib/readDate.ts';
import type { Album } from '../../src/service/schemas/album.ts';
import type { CalendarEntry } from '../../src/service/schemas/calendarEntry.ts';
import type { NewsItem } from '../../src/service/schemas/news.ts';
import type { Topper } from '../../src/service/schemas/topper.ts';
import { renderDataFile } from '../../src/snapshot/dataPages.ts';
import { createReader } from '../../src/snapshot/queries/index.ts';
import { answersAbout, type Content } from './content.ts';

/** The school's time zone. */
export const ZONE = 'Asia/Kolkata';

export function news(id: string, date: string | null, title = `News ${id}`): NewsItem {
  return { id, title, description: '', date: readDate(date, ZONE), images: [], attachments: [] };
}

export function album(id: string, date: string | null, photos = 3): Album {
  return {
    id,
    title: `Album ${id}`,
    description: '',
    date: readDate(date, ZONE),
    photos: Array.from({ length: photos }, () => ({ kind: 'missing' as const })),
  };
}

export function topper(id: string, session: string, className: 'X' | 'XII' = 'X'): Topper {
  return { id, name: `Pupil ${id}`, stream: '', division: '98%', session, class: className, photo: null };
}

export function entry(id: string, date: string): CalendarEntry {
  return { id, title: `Entry ${id}`, date: readDate(date, ZONE), attachments: [] };
}

export function open(content: Content, day = '2026-11-21') {
  const answers = answersAbout(content, day);
  const ask = (query: string) => answers.ask(query).value;
  return {
    answers,
    reader: createReader(ask),
    /** The data file with a page key. */
    dataFile(page: string) {
      const file = renderDataFile(answers.content, page, ask);
      return file && { ...file, items: JSON.parse(Buffer.from(file.bytes).toString()) as unknown };
    },
  };
}

export const ids = (items: readonly { readonly id: string }[]) => items.map((item) => item.id);
export const days = (count: number, month = '2025-03') =>
  Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
