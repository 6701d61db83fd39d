import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pagesOf } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';
import { filesOf } from '../../support/trees.ts';

/**
 * What Chrome 100, Safari 15.4 and Firefox 100 do not know, by the first that does. Syntax is lowered as the site is compiled
 * (`BROWSERS` in astro.config.mjs); popovers, container queries and `:has` are supplemented (islands/supplement).
 */
const UNKNOWN_IN_SCRIPTS: Readonly<Record<string, RegExp>> = {
  // In a string it may stand: that is compiled within a `try`.
  'lookbehind, Safari 16.4': /(?<!["'`])\(\?<[=!]/,
  'AbortSignal.timeout and any, Chrome 103': /AbortSignal\.(?:timeout|any)\b/,
  'findLast and findLastIndex, Firefox 104': /\.findLast(?:Index)?\(/,
  'toSorted and others that copy, Chrome 110': /\.to(?:Sorted|Reversed|Spliced)\(/,
  'groupBy, Chrome 117': /(?:Object|Map)\.groupBy\(/,
  'Array.fromAsync, Chrome 121': /Array\.fromAsync\(/,
  'Promise.withResolvers, Chrome 119': /Promise\.(?:withResolvers|try)\(/,
  'isWellFormed and toWellFormed, Chrome 111': /\.(?:is|to)WellFormed\(/,
  'URL.parse and canParse, Chrome 120': /URL\.(?:parse|canParse)\(/,
  'checkVisibility, Chrome 105': /\.checkVisibility\(/,
  'methods of sets, Chrome 122': /\.(?:isSubsetOf|isSupersetOf|symmetricDifference)\(/,
  'Iterator.from, Chrome 122': /Iterator\.from\(/,
  'methods of iterators, Chrome 122':
    /\.(?:values|keys|entries)\(\)\.(?:drop|every|filter|find|flatMap|forEach|map|reduce|some|take|toArray)\(/,
};
const UNKNOWN_IN_STYLES: Readonly<Record<string, RegExp>> = {
  'ranges in media queries, Chrome 104': /@media[^{]*\((?:width|height)\s*[<>]/,
  'light-dark, Chrome 123': /light-dark\(/,
  'nested rules, Chrome 112': /(?:^|[{};])\s*&/,
};

const dir = builtSite();
const pages = pagesOf(dir);
const partsOf = (tag: string) =>
  pages.flatMap(({ html }) =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*json)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text),
  );
const filesWith = (ending: string) =>
  filesOf(dir)
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(dir, file), 'utf8'));

describe('the oldest browsers that are supported', () => {
  const scripts = [...new Set([...filesWith('.js'), ...partsOf('script')])].join('\n');
  const styles = [...new Set([...filesWith('.css'), ...partsOf('style')])].join('\n');

  test('know every word of the published scripts', () => {
    expect(scripts.length).toBeGreaterThan(100_000);
    expect(Object.entries(UNKNOWN_IN_SCRIPTS).filter(([, word]) => word.test(scripts))).toEqual([]);
  });

  test('know every rule of the published styles', () => {
    expect(styles.length).toBeGreaterThan(20_000);
    expect(Object.entries(UNKNOWN_IN_STYLES).filter(([, rule]) => rule.test(styles))).toEqual([]);
    for (const [, mask = ''] of styles.matchAll(/[;{]mask:(url\([^)]*\))/g)) expect(styles).toContain(`-webkit-mask:${mask}`);
  });
});
