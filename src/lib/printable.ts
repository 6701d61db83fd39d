import { stripVTControlCharacters } from 'node:util';

/** Controls (C0, DEL, C1), line separators, and what changes the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** For a terminal or log: moves of the cursor, line ends and turns of direction are escaped as in JSON, which stays equal. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As a message to people may hold it: one line in which nothing is escaped, without a terminal's colours. */
export const plainLine = (text: string): string => stripVTControlCharacters(text).replaceAll(UNPRINTABLE, ' ').trim();

export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
