/** What in a content folder has no effect as it stands, from one look at it to the next. */
import type { FileWarning } from '../../src/service/fileWarnings.ts';
import { GROUPS, isLikeNone } from './checks.ts';

const lineOf = ({ item, why }: FileWarning) => `${item}: ${why}`;

/** Without what is named twice, as each file of an unknown folder names the folder. */
export function distinct(warnings: readonly FileWarning[]): readonly FileWarning[] {
  return [...new Map(warnings.map((warning) => [lineOf(warning), warning])).values()];
}

/** Of each kind: who has made so many mistakes at once has made one. */
const MOST_LINES = 20;

export interface Difference {
  readonly came: readonly FileWarning[];
  readonly went: readonly FileWarning[];
  /** For a person at a terminal. */
  readonly lines: readonly string[];
}

/** What has become wrong, and what is mended or gone. */
export function difference(before: readonly FileWarning[], now: readonly FileWarning[]): Difference {
  const [known, left] = [new Set(before.map(lineOf)), new Set(now.map(lineOf))];
  const came = now.filter((warning) => !known.has(lineOf(warning)));
  const went = before.filter((warning) => !left.has(lineOf(warning)));
  const lines = came.slice(0, MOST_LINES).map(lineOf);
  if (came.length > MOST_LINES) lines.push(`... and ${came.length - MOST_LINES} more; see "npm run status".`);
  if (came.some(isLikeNone)) lines.push(`Files and folders of content are named ${GROUPS.join(', ')}.`);
  // A file whose mistake has become another one is not mended.
  const open = new Set(now.map(({ item }) => item));
  const mended = [...new Set(went.map(({ item }) => item))].filter((item) => !open.has(item));
  if (mended.length > 0 && now.length === 0) lines.push('All of the content folder is in order again.');
  else if (mended.length > MOST_LINES) lines.push(`${mended.length} files are in order again or gone.`);
  else lines.push(...mended.map((item) => `${item} is in order again or gone.`));
  return { came, went, lines };
}
