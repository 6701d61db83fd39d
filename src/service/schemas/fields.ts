/** How single fields are read: tolerantly, never throwing. What cannot be read counts as absent. */
import * as z from 'zod/mini';

/** Characters that no text shows and that HTML forbids; tabs and line breaks stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text is text: a number becomes its digits, anything else but a string is absent (''). */
export function readText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value.toWellFormed().replace(INVISIBLE, '');
}

/** A short text: the same without white space around it. */
export function readLabel(value: unknown): string {
  return readText(value).trim();
}

/** Where an object may carry a media reference, in the order they are tried. */
const REFERENCE_KEYS = ['image', 'file', 'reference', 'filename', 'url', '_id'] as const;
/** References nest in objects no deeper than this; deeper is hostile. */
const DEEPEST = 4;

/** A media reference: a string that is not blank, or an object that carries one. Otherwise null. */
export function readReference(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return null;
  if (Array.isArray(value)) return null;
  for (const key of REFERENCE_KEYS) {
    const found = readReference((value as Record<string, unknown>)[key], depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** A list of media references; one that stands alone is a list of one. What is no reference is dropped. */
export function readReferences(value: unknown): string[] {
  const references: string[] = [];
  for (const entry of Array.isArray(value) ? value : [value]) {
    const reference = readReference(entry);
    if (reference !== null) references.push(reference);
  }
  return references;
}

const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>`\\]+$/i;
const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const WEB_SCHEMES = ['http:', 'https:'];

function readAddress(value: unknown, schemes: readonly string[]): string | null {
  const text = readLabel(value);
  const url = URL.parse(text);
  if (!url || !schemes.includes(url.protocol)) return null;
  return LINK.test(text) ? text : url.href;
}

/** An address that may be linked: http, https, mailto or tel. Anything else is null. */
export function readLink(value: unknown): string | null {
  return readAddress(value, LINK_SCHEMES);
}

/** An address of the web: http or https. Anything else is null. */
export function readWebLink(value: unknown): string | null {
  return readAddress(value, WEB_SCHEMES);
}

/** The identity of an item: `_id`, else `id`; null when neither is a text or a number. */
export function readIdentity(item: Readonly<Record<string, unknown>>): string | null {
  for (const value of [item._id, item.id]) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '') return text.toWellFormed();
  }
  return null;
}

/** A field that is read by `read`, which gets null when the field is absent. */
export function field<Value>(read: (value: unknown) => Value) {
  return z.prefault(z.pipe(z.unknown(), z.transform(read)), null);
}

/** Plain text as it is. */
export const text = field(readText);
/** Plain text in one piece, trimmed. */
export const label = field(readLabel);
/** Media references. */
export const references = field((value) => readReferences(value));
/** As it is given, for its reader to warn of. */
export const given = z.prefault(z.unknown(), null);
/** A date in any of the contract's spellings; `readDate` reads it, because it needs the school's zone. */
export const date = z.prefault(z.unknown(), null);
