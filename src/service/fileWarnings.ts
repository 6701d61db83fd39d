/** How an embedded content service tells what in its folder has no effect as it stands. Other services tell nothing. */

import { recordOf } from '../lib/recordOf.ts';

/** Something in a content folder that is left out or has no effect. */
export interface FileWarning {
  /** The collection that it belongs to or was probably meant for; else the name that it has. */
  readonly collection: string;
  /** The file below the content folder, with the title of the item where it is one of several. */
  readonly item: string;
  readonly why: string;
}

/** Stands at every list while there are warnings; its value changes with them. */
export const FILE_WARNINGS_HEADER = 'x-file-warnings';

/** Answers the warnings as a list; carries the token like the calls marked auth. */
export const fileWarningsPath = (schoolCode: string): string => `/api/fileWarnings/${encodeURIComponent(schoolCode)}`;

const FIELDS = ['collection', 'item', 'why'] as const;

function isFileWarning(value: unknown): value is FileWarning {
  return typeof value === 'object' && value !== null && FIELDS.every((field) => typeof Reflect.get(value, field) === 'string');
}

/** Warnings that are told at the desk, in the status and in each report that is kept; each has so many characters at most. */
const MOST_TOLD = 200;
const LONGEST = 1000;

/** The warnings in a body, the first ones; the others are counted. Null when it is none of an embedded service. */
export function readFileWarnings(body: Buffer): readonly FileWarning[] | null {
  try {
    const list: unknown = JSON.parse(body.toString('utf8'));
    if (!Array.isArray(list) || !list.every(isFileWarning)) return null;
    const told = list.slice(0, MOST_TOLD).map((warning) => recordOf(FIELDS, (field) => warning[field].slice(0, LONGEST)));
    const more = list.length - told.length;
    return more === 0 ? told : [...told, { collection: 'content', item: 'other files', why: `and ${more} more` }];
  } catch {
    return null;
  }
}

/** Says of a field, named as a sentence has it, that its date cannot be read. `shown`: its value as JSON, or the beginning of it with "…". */
export const unreadableDate = (field: string, shown: string): string => `${field} ${shown} cannot be read`;

/** The value that {@link unreadableDate} shows in a warning, without "…"; undefined for a warning of something else. */
export const unreadableDateIn = (why: string): string | undefined => /date (.+?)…? cannot be read/i.exec(why)?.[1];
