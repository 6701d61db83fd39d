/** Items of the content service read as a sync reads them; a media reference becomes a small picture. */
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import type { ReadingContext } from '../../src/service/schemas/reading.ts';

export const picture = (id: string) => ({ kind: 'image', id, w: 4, h: 3 }) as const;
export const context: ReadingContext = {
  zone: 'Asia/Kolkata',
  closureMark: '!',
  media: picture,
  warn: () => undefined,
  sanitise: (html) => (html ? `clean(${html})` : ''),
};

const readers = new Map(
  await Promise.all(COLLECTION_NAMES.map(async (name) => [name, (await COLLECTIONS[name].schema()).read] as const)),
);

export function read(name: CollectionName, item: unknown) {
  const readItem = readers.get(name);
  if (!readItem) throw new Error(`There is no collection ${name}.`);
  return readItem(item, context);
}

export function entity(name: CollectionName, item: unknown) {
  const { reading } = read(name, item);
  if (reading.kind !== 'entity') throw new Error(`${name} is ${reading.kind}: ${JSON.stringify(reading)}`);
  return reading.entity;
}
