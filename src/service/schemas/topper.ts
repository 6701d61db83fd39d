import { field, label, readLabel, references } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow, unreadable } from './reading.ts';

const BARE_NUMBER = /^(\d+(?:\.\d+)?)\s*%?$/;
/** Hyphens and dashes of every width, the minus sign, a slash or the word "to". */
const SESSION = /^(\d{4})\s*(?:[-\u2010-\u2015\u2212/]|to)\s*(\d{4}|\d{2})$/i;
const CLASS = /^(?:(?:class|std|standard|grade)[\s.:-]*)?(xii|x|12|10)(?:th)?$/i;

/** `98.4`, `98.4 %` and 98.4 are `98.4%`; other words stay as they are. */
export function readDivision(value: unknown): string {
  const words = readLabel(value);
  const number = BARE_NUMBER.exec(words)?.[1];
  return number === undefined ? words : `${number}%`;
}

/** `2023-24`, `2023–2024` and the like as `2023-2024`; null for anything but two years in succession. */
export function readSession(value: unknown): string | null {
  const [, from, to] = SESSION.exec(readLabel(value)) ?? [];
  if (from === undefined || to === undefined) return null;
  const next = String(Number(from) + 1).padStart(4, '0');
  return next.endsWith(to) ? `${from}-${next}` : null;
}

/** Class X or 10, XII or 12, with or without "Class" before it; null for anything else. */
export function readClass(value: unknown): 'X' | 'XII' | null {
  const name = CLASS.exec(readLabel(value))?.[1]?.toUpperCase();
  if (name === undefined) return null;
  return name === 'X' || name === '10' ? 'X' : 'XII';
}

const topperSchema = {
  name: label("The pupil's name.", 'Asha Rao'),
  stream: label('Stream or subjects.', 'Science'),
  division: field(readDivision, {
    type: 'short text',
    note: 'Percentage, as number or text: `98.4`, `98.4 %`.',
    example: '98.4',
  }),
  sessionYear: field(readSession, {
    type: 'short text',
    note: 'Two years in succession: `2025-2026`, `2025-26`. Without it the item is left out.',
    example: '2025-2026',
  }),
  class: field(readClass, {
    type: 'short text',
    note: '`X` or `10` (ICSE), `XII` or `12` (ISC). Without it the item is left out.',
    example: 'X',
  }),
  attachments: references('Photos; the first is shown.', ['asha-rao.jpg']),
};

export const read = itemReader(topperSchema, (raw, context) => {
  if (!raw.name && !raw.division && !raw.attachments.length) return nothingToShow('name, result or photo');
  // No page would show them: better named than silently lost.
  if (raw.class === null) return unreadable('its class is neither X nor XII');
  if (raw.sessionYear === null) return unreadable('its session is not two years in succession, such as 2023-2024');
  return {
    name: raw.name,
    stream: raw.stream,
    division: raw.division,
    session: raw.sessionYear,
    class: raw.class,
    photo: firstMedia(raw.attachments, context),
  };
});

export type Topper = EntityOf<typeof read>;
