/** How single fields are read: tolerantly, never throwing. What cannot be read counts as absent. */
import { parseUrl } from '../../lib/url.ts';

/** Characters that no text shows and that HTML forbids; tabs and line breaks stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}/gu;

/** Code units of a field, by what the service sends. The rest is left out; HTML may carry pictures, which go later. */
const LONGEST = { 'short text': 1000, text: 20_000, HTML: 1_000_000, address: 2048, reference: 2048 } as const;
/** Entries of a field of references. */
const MOST_REFERENCES = 1000;

/** `toWellFormed`, which browsers of 2022 do not have. */
const wellFormed = (value: string) => value.replace(/\p{Surrogate}/gu, '\ufffd');

/** Text is text: a number becomes its digits, anything else but a string is absent (''). */
export function readText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return wellFormed(value).replace(INVISIBLE, '');
}

/** The first `most` code units of a text, without half a character at the end. */
function beginning(text: string, most: number): string {
  return text.slice(0, most).replace(text.length > most ? /[\ud800-\udbff]$/ : '', '');
}

/** A short text: the same without white space around it, and no longer than a label may be. */
export const readLabel = (value: unknown): string => beginning(readText(value).trim(), LONGEST['short text']);

/** Where an object may carry a media reference, in the order they are tried. */
const REFERENCE_KEYS = ['image', 'file', 'reference', 'filename', 'url', '_id'] as const;
/** References nest in objects no deeper than this; deeper is hostile. */
const DEEPEST = 4;

/** A media reference: a string that is not blank, or an object that carries one. Otherwise null. */
export function readReference(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : wellFormed(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth >= DEEPEST) return null;
  for (const key of REFERENCE_KEYS) {
    const found = readReference((value as Record<string, unknown>)[key], depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** A list of media references; one that stands alone is a list of one. What is no reference is dropped. */
export function readReferences(value: unknown): string[] {
  const references: string[] = [];
  for (const entry of Array.isArray(value) ? value.slice(0, MOST_REFERENCES) : [value]) {
    const reference = readReference(entry);
    if (reference !== null && reference.length <= LONGEST.reference) references.push(reference);
  }
  return references;
}

const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>`\\]+$/i;
const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const WEB_SCHEMES = ['http:', 'https:'];

/** Null also for an address of more than 2,048 characters. */
function readAddress(value: unknown, schemes: readonly string[]): string | null {
  const text = readText(value).trim();
  const url = text.length > LONGEST.address ? null : parseUrl(text);
  if (!url || !schemes.includes(url.protocol)) return null;
  return LINK.test(text) ? text : url.href;
}

/** An address that may be linked: http, https, mailto or tel. Anything else is null. */
export const readLink = (value: unknown): string | null => readAddress(value, LINK_SCHEMES);

/** An address of the web: http or https. Anything else is null. */
export const readWebLink = (value: unknown): string | null => readAddress(value, WEB_SCHEMES);

/** The identity of an item: `_id`, else `id`; null when neither is a text or a number. */
export function readIdentity(item: { readonly _id?: unknown; readonly id?: unknown }): string | null {
  for (const value of [item._id, item.id]) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '') return wellFormed(text);
  }
  return null;
}

/** What the service sends in a field, what that is for, and an example: `scripts/content-service/API.md` is made of it. */
export interface FieldNote {
  readonly type: 'text' | 'short text' | 'HTML' | 'date' | 'address' | 'references';
  readonly note: string;
  readonly example: unknown;
}

/** How a field of an item is read; `read` gets null when the field is absent. */
export type Field<Value> = { readonly read: (value: unknown) => Value; readonly note: FieldNote };

export const field = <Value>(read: (value: unknown) => Value, note: FieldNote): Field<Value> => ({ read, note });

/** For a value whose reader is told more than the value, or warns of it. */
const asGiven = (value: unknown) => value;

/** Plain text as it is, with its line breaks. */
export function text(note: string, example: string) {
  return field((value) => beginning(readText(value), LONGEST.text), { type: 'text', note, example });
}

/** Rich text, to be sanitised. */
export function html(note: string, example: string) {
  return field((value) => beginning(readText(value), LONGEST.HTML), { type: 'HTML', note, example });
}

/** Plain text in one piece, trimmed. */
export const label = (note: string, example: string) => field(readLabel, { type: 'short text', note, example });

export const references = (note: string, example: unknown) => field(readReferences, { type: 'references', note, example });

/** An address as it is given, for its reader to warn of. */
export const address = (note: string, example: string) => field(asGiven, { type: 'address', note, example });

/** A date in any of the contract's spellings; `readDate` reads it, because it needs the school's zone. */
export const date = (note: string, example: unknown) => field(asGiven, { type: 'date', note, example });

/** Whether an entry is no text, and no object without any. */
const isOther = (entry: unknown) =>
  typeof entry === 'number' || Object.values(Object(typeof entry === 'string' ? null : entry)).some(Boolean);

/** What of a field's value is left out as there is too much of it or it is no text, behind the field's name; null: nothing. */
export function leftOutOf({ type }: FieldNote, value: unknown): string | null {
  if (type === 'references') {
    const entries = Array.isArray(value) ? value : [value];
    const [left] = readReferences(entries.slice(MOST_REFERENCES));
    if (left !== undefined)
      return `hold more than ${MOST_REFERENCES} references; from "${beginning(left, 60)}" on they are left out`;
    if (entries.some((entry) => isOther(entry) && readReference(entry) === null))
      return 'had an entry that names no picture or file, and is left out';
    const isLong = entries.some((entry) => (readReference(entry)?.length ?? 0) > LONGEST.reference);
    return isLong ? `hold a reference of more than ${LONGEST.reference} characters, which is left out` : null;
  }
  if (type === 'date' || type === 'address') return null;
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return `is ${Array.isArray(value) ? 'a list' : 'an object'} where a text belongs, and is left out`;
  if (typeof value !== 'string') return null;
  return value.trim().length > LONGEST[type] ? `has more than ${LONGEST[type]} characters; the first are shown` : null;
}
