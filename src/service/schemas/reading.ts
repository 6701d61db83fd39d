/** How an item of the content service becomes an entity. */
import { type SchoolDate, wallClock } from '../../lib/dates.ts';
import { digestOfJson } from '../../lib/digest.ts';
import { identityToPath, LONGEST_IDENTITY } from '../../lib/paths.ts';
import { readDate } from '../../lib/readDate.ts';
import { FIRST_DAY_WITH_HOURS } from '../../lib/readHours.ts';
import { shorten } from '../../lib/shorten.ts';
import type { Media } from '../../types/media.ts';
import { unreadableDate } from '../fileWarnings.ts';
import { type Field, type FieldNote, leftOutOf, readIdentity, readLabel, readLink } from './fields.ts';

/** The world around an item while it is read. */
export interface ReadingContext {
  readonly zone: string;
  /** What the title of a highlight begins with that tells of a closure. */
  readonly closureMark: string;
  /** What a media reference is published as. */
  media(reference: string): Media;
  sanitise(html: string): string;
  /** Takes one line about what is published otherwise than meant. */
  warn(why: string): void;
}

/** The report names what is unreadable; what is hidden belongs elsewhere and is nobody's mistake: an album of another category. */
type NotPublished = { readonly kind: 'unreadable'; readonly why: string } | { readonly kind: 'hidden' };

type Reading<Entity> = { readonly kind: 'entity'; readonly entity: Entity } | NotPublished;

/**
 * Reads one item, whatever it is: a JSON value. `named`: the identity that the service gave; null when there is none and a
 * digest of the fields that its schema names stands for it.
 */
export interface ItemReader<Entity> {
  (item: unknown, context: ReadingContext): { readonly named: string | null; readonly reading: Reading<Entity> };
  /** The fields that it reads, beside the identity. */
  readonly fields: Readonly<Record<string, FieldNote>>;
}

/** What a reader makes of an item: plain, JSON-able, in a fixed key order, `id` first. */
export type EntityOf<Read> = Read extends ItemReader<infer Entity> ? Entity : never;

/**
 * The reader of a collection's items. `schema` reads single fields tolerantly; `fieldsOf` gives the entity's fields but
 * its identity, or says why the item is not published.
 */
export function itemReader<Raw extends object, Fields extends object>(
  schema: { readonly [Name in keyof Raw]: Field<Raw[Name]> },
  fieldsOf: (raw: Raw, context: ReadingContext, id: string) => Fields | NotPublished,
): ItemReader<Readonly<{ id: string } & Fields>> {
  const fields = Object.entries<Field<unknown>>(schema);
  const readItem = (item: unknown, context: ReadingContext) => {
    if (!isObject(item)) return { named: null, reading: unreadable('it is not an object') };
    const named = readIdentity(item);
    // Each field is read by the reader from which its type is inferred.
    const raw = Object.fromEntries(fields.map(([name, { read }]) => [name, read(Reflect.get(item, name) ?? null)])) as Raw;
    const id = named ?? digestOfJson(raw);
    const read = fieldsOf(raw, context, id);
    if (isNotPublished(read)) return { named, reading: withTitle(read, item) };
    for (const [name, { note }] of fields) {
      const leftOut = leftOutOf(note, Reflect.get(item, name));
      if (leftOut) context.warn(`its ${name} ${leftOut}`);
    }
    if (named === null && [Reflect.get(item, '_id'), Reflect.get(item, 'id')].some((value) => isGiven(value ?? null)))
      context.warn('its _id is neither a text nor a number: another address stands for it after each edit');
    for (const field of ['title', 'name']) if (Reflect.get(read, field) === '') context.warn(`it has no ${field}`);
    return { named, reading: { kind: 'entity' as const, entity: { id, ...read } } };
  };
  return Object.assign(readItem, { fields: Object.fromEntries(fields.map(([name, { note }]) => [name, note])) });
}

const isObject = (item: unknown): item is object => typeof item === 'object' && item !== null && !Array.isArray(item);

/** The title or name of an item that is not published stands before the reason: no page has it. */
function withTitle(read: NotPublished, item: object): NotPublished {
  const title = readLabel(Reflect.get(item, 'title')) || readLabel(Reflect.get(item, 'name'));
  return read.kind === 'unreadable' && title ? unreadable(`${quoted(title)}: ${read.why}`) : read;
}

const isNotPublished = (read: object): read is NotPublished => 'kind' in read;

export const isGiven = (value: unknown): boolean => value !== null && (typeof value !== 'string' || value.trim() !== '');

/** A field's value in a warning. */
export function quoted(value: unknown): string {
  try {
    return shorten(JSON.stringify(value), 60);
  } catch {
    // Nested too deeply to be turned into text again.
    return Array.isArray(value) ? '[…' : '{…';
  }
}

/** In two steps: one pattern for both would look for the second part from each beginning of the first. */
const LINKS = /<a\s[^<>]*>/gi;
const TARGET = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

/** Warns of links of a rich text that lead nowhere: only their text is kept. */
export function warnOfLinks(html: unknown, { warn }: Pick<ReadingContext, 'warn'>): void {
  for (const [link] of String(html).matchAll(LINKS)) {
    const target = TARGET.exec(link);
    if (!target) continue;
    const address = target.slice(1).find((one) => one !== undefined) ?? '';
    if (readLink(address) === null)
      warn(`the link ${quoted(address)} is left out: a link is written whole, such as https://www.school.example/News`);
  }
}

/** Milliseconds of the first months of 1970, which nobody means: a year, a day without dashes, or seconds. */
const FEW_DIGITS = /^\s*-?\d{1,10}\s*$/;

/** The date of a field; one that cannot be read is warned of. */
export function dateOf(value: unknown, context: ReadingContext): SchoolDate | null {
  const date = readDate(value, context.zone);
  if (!date && isGiven(value)) context.warn(unreadableDate('its date', quoted(value)));
  if (date && FEW_DIGITS.test(String(value)))
    context.warn(`its date ${quoted(value)} counts as milliseconds since 1970: write it as 2026-11-21`);
  if (date && date.day < FIRST_DAY_WITH_HOURS) context.warn(`its date ${quoted(value)} lies before 1900: is its year mistyped?`);
  return date;
}

/**
 * `5:00 pm` of a date with a time of day; empty for a bare date, also one that a service writes as midnight of UTC, and for
 * a moment that nobody would choose, as of the time at which an item was stored.
 */
export function timeOf(date: SchoolDate | null, { zone }: ReadingContext): string {
  if (!date || date.at % 300_000 !== 0 || date.at % 86_400_000 === 0) return '';
  const minutes = (wallClock(date.at, zone) / 60_000) % 1440;
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
  return minutes === 0 ? '' : `${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
}

export function firstMedia(references: readonly string[], context: ReadingContext): Media | null {
  const first = references[0];
  return first === undefined ? null : context.media(first);
}

export function allMedia(references: readonly string[], context: ReadingContext): readonly Media[] {
  return references.map((reference) => context.media(reference));
}

/** File systems take names of 255 bytes; the rest is for `.html` and what a staged or compressed copy appends. */
const LONGEST_PATH = 220;

/** Why an identity cannot be part of a public address; null when it can. */
export function whyNoAddress(id: string): string | null {
  if ([...id].length > LONGEST_IDENTITY) return `its identity is longer than ${LONGEST_IDENTITY} characters`;
  if (identityToPath(id).length <= LONGEST_PATH) return null;
  return 'its identity is too long for an address, in which a letter that is not of a to z takes up to twelve characters: give it a shorter one (in a content folder: the file’s name, or _id)';
}

/** An item that belongs elsewhere. */
export const HIDDEN: NotPublished = { kind: 'hidden' };

export function unreadable(why: string): NotPublished {
  return { kind: 'unreadable', why };
}

export const nothingToShow = (what: string): NotPublished => unreadable(`it has no ${what} to show`);
