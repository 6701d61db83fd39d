import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coloursSheet } from '../../../src/content/colours.ts';
import { words } from '../../support/words.ts';

const STYLES = new URL('../../../src/styles', import.meta.url).pathname;
/** Set by `src/layouts/Base.astro`. */
const IN_PAGES = ['--pass'];

test('every custom property that a style sheet takes is set, colours by site.yaml', () => {
  const files = readdirSync(STYLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const text = files.map((name) => readFileSync(join(STYLES, name), 'utf8')).join('\n');
  const set = new Set([...`${text}${coloursSheet(words.site.colours)}`.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  // A property with a second value may be unset.
  const taken = new Set([...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  expect([...taken].filter((name) => !set.has(name) && !IN_PAGES.includes(name))).toEqual([]);
});

test('no style sheet names a colour beside those of site.yaml but black and white', () => {
  const files = readdirSync(STYLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const named = files.flatMap((name) =>
    [...readFileSync(join(STYLES, name), 'utf8').matchAll(/#[\da-f]{3,8}\b/gi)].map(([colour]) => `${name}: ${colour}`),
  );
  expect(named.filter((use) => !/#(?:0{3}|f{3})[\da-f]?$/.test(use))).toEqual([]);
});

test('print keeps the light colours', () => {
  expect(coloursSheet(words.site.colours)).toContain('}@media screen and (prefers-color-scheme:dark){:root{--paper:');
});
