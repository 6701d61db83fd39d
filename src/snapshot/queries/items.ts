import { type ItemListName, LISTS, type ListItems } from '../../collections/index.ts';
import { fold, wordsOf } from '../../lib/matchText.ts';
import { whenOf } from '../../lib/readHours.ts';
import type { SchoolEvent } from '../../service/schemas/event.ts';
import type { Source } from '../source.ts';
import { type EntityIn, PHOTOS_PER_PAGE } from '../standing.ts';

/** Lists whose items have pages of their own. */
const PAGED = ['events', 'news', 'gallery'] as const;
type PagedName = (typeof PAGED)[number];
type PagedEntity = EntityIn<PagedName>;

function pictureOf(entity: PagedEntity) {
  return ('photos' in entity ? entity.photos : entity.images)[0] ?? null;
}

function neighbour(entity: PagedEntity | null) {
  return entity && { id: entity.id, title: entity.title, date: entity.date, picture: pictureOf(entity) };
}

/** The words that tell a title from others: no "of", no year. */
const tellingWords = (title: string) => new Set(wordsOf(fold(title)).filter((word) => /\p{L}{3}/u.test(word)));

/** Whether most words of the shorter title stand in the other one. */
function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.intersection(other).size * 2 > Math.min(one.size, other.size);
}

/** An event, its news and its album have one day and like titles: what the other lists have of an item. */
function together(source: Source, name: PagedName, { date, title }: PagedEntity) {
  if (!date) return [];
  const words = tellingWords(title);
  return PAGED.filter((other) => other !== name).flatMap((other) =>
    source
      .on(other, date.day)
      .flatMap(({ id, title }) => (isAlike(tellingWords(title), words) ? [{ name: other, id, title }] : [])),
  );
}

/** The items beside one, which its page names: by their own words alone, so that another text of theirs changes nothing here. */
function neighbours(source: Source, name: PagedName, path: string, entity: PagedEntity) {
  const { newer, older } = source.beside(name, path);
  return { newer: neighbour(newer), older: neighbour(older), together: together(source, name, entity) };
}

/** Whether an item is an event whose last day lies before today. */
function isOver(source: Source, name: ItemListName, { date, ...told }: ListItems[ItemListName]): boolean {
  return name === 'events' && date !== null && whenOf(date, told).lastDay < source.today('day');
}

/** An item and its neighbours, by the path segment of its address; null when there is no such item. */
export function item<Name extends ItemListName>(source: Source, name: Name, path: string) {
  const entity: ListItems[ItemListName] | null = source.item(name, path);
  if (!entity) return null;
  return { item: entity as ListItems[Name], isOver: isOver(source, name, entity), ...neighbours(source, name, path, entity) };
}

/** An event without its neighbours, by the path segment of its address; null when there is no such event. */
export const event = (source: Source, path: string): SchoolEvent | null => source.item('events', path);

/** Items that have begun, newest first, among which those are looked for that still go on. */
const BEGUN = 40;

/** The events of several days that began before today and are not over, the earliest first. */
function goingOn<Name extends ItemListName>(source: Source, name: Name): ListItems[Name][] {
  if (name !== 'events') return [];
  const begun: ListItems[ItemListName][] = source.past(name, source.today('day'), BEGUN);
  return begun.filter((item) => item.date && !isOver(source, name, item)).reverse() as ListItems[Name][];
}

/** The items of a list that go on today, then the next ones from today on, nearest first. */
export function upcoming<Name extends ItemListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  const next = source.coming(name, source.today('day'), count) as ListItems[Name][];
  return [...goingOn(source, name), ...next].slice(0, count);
}

/** The items of a list beginning with the next ones, then the past ones, newest first; undated ones stand last. */
export function upcomingFirst<Name extends ItemListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  const coming = upcoming(source, name, count);
  const shown = new Set(coming.map(({ id }) => id));
  const past = source.past(name, source.today('day'), count) as ListItems[Name][];
  return [...coming, ...past.filter(({ id }) => !shown.has(id))].slice(0, count);
}

/** The days of a list's items by the paths of their pages, and of the newest one by the list's own; no day to come. */
export function pageDays(source: Source, name: ItemListName): (readonly [path: string, day: string])[] {
  const { base } = LISTS[name];
  const today = source.today('day');
  const days = source
    .members(name)
    .flatMap(({ path, day }) => (day !== null && day <= today ? [[`${base}/item/${path}`, day] as const] : []));
  return days[0] ? [[base, days[0][1]], ...days] : [];
}

/** A page of an album with the album's neighbours, by the path segment of its address. */
export function album(source: Source, path: string, page: number) {
  const entity = source.item('gallery', path);
  if (!entity) return null;
  const { photos, ...rest } = entity;
  const pages = Math.max(1, Math.ceil(photos.length / PHOTOS_PER_PAGE));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  const from = (page - 1) * PHOTOS_PER_PAGE;
  return {
    ...rest,
    count: photos.length,
    cover: photos[0] ?? null,
    photos: photos.slice(from, from + PHOTOS_PER_PAGE),
    page,
    pages,
    ...neighbours(source, 'gallery', path, entity),
  };
}
