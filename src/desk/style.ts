import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coloursSheet } from '../content/colours.ts';
import { factsIn } from '../content/names.ts';
import { colours } from '../content/schemas/colours.ts';

const SHEETS = ['reset.css', 'fonts.css', 'tokens.css', 'base.css', 'desk.css'];

/** The desk's style sheet: the site's own, and a few rules. Without readable colours those of the browser. */
export async function deskStyle(styles: string): Promise<string> {
  const sheets = await Promise.all(SHEETS.map((name) => readFile(join(styles, name), 'utf8')));
  const facts = factsIn(await readFile(join(styles, '../content/site.yaml'), 'utf8'));
  const read = colours.safeParse(facts.colours);
  return ['@layer reset,tokens,base,layout,components,utilities;', read.success ? coloursSheet(read.data) : '', ...sheets].join(
    '\n',
  );
}
