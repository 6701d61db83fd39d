import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SHEETS = ['reset.css', 'fonts.css', 'tokens.css', 'base.css', 'desk.css'];

/** The desk's style sheet: the site's own, and a few rules. */
export async function deskStyle(styles: string): Promise<string> {
  const sheets = await Promise.all(SHEETS.map((name) => readFile(join(styles, name), 'utf8')));
  return ['@layer reset,tokens,base,layout,components,utilities;', ...sheets].join('\n');
}
