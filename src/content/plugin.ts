import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'astro';
import { MISTAKE } from '../lib/mistakes.ts';
import { phoneLink } from '../lib/phone.ts';
import { withWholeDates } from '../lib/text.ts';
import { fillPlaceholders, placeholdersOf } from './placeholders.ts';
import { readWords } from './read.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ID = '\0virtual:words';
/** Not what editors hide beside a file. */
const WORDS = /^(?:facts\/)?[^.][^/]*\.(?:yaml|md)$/;

/** The text of each file of words in this folder and its folder of facts, by path with ending, sorted by code unit. */
export async function wordFiles(): Promise<Map<string, string>> {
  const below = (await readdir(join(FOLDER, 'facts'))).map((name) => `facts/${name}`);
  const names = [...(await readdir(FOLDER)), ...below].filter((name) => WORDS.test(name)).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const)));
}

/** What is wrong with the words, as the compile will say it; null: nothing. */
export async function mistakeInWords(): Promise<string | null> {
  const words = readWords(await wordFiles());
  return words.ok ? null : MISTAKE + words.message;
}

/** A name or fact in a page's HTML: what can be called or written to is a link. */
function inMarkup(value: string): string {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (/^\+[\d ]+$/.test(value)) return `<a class="phone" href="${phoneLink(value)}">${text}</a>`;
  return /^[^\s"]+@[^\s"]+$/.test(value) ? `<a href="mailto:${text}">${text}</a>` : text;
}

/**
 * Vite plugin: the module `virtual:words`, the words of all static pages. They are checked once, when the site is
 * compiled: neither YAML nor schemas are loaded when pages are rendered. No date in them breaks at a line's end. Into the
 * bodies of the Markdown files, which Astro reads and renders, it fills names and facts.
 */
export function wordsPlugin(): Plugin {
  let last: { readonly texts: string; readonly words: ReturnType<typeof readWords> } | undefined;
  /** Reads words anew when a text has changed: each Markdown file becomes several modules, and all of them ask. */
  const read = (files: ReadonlyMap<string, string>) => {
    const texts = JSON.stringify([...files]);
    if (last?.texts !== texts) last = { texts, words: readWords(files) };
    return last.words;
  };
  return {
    name: 'words',
    resolveId: { filter: { id: /^virtual:words$/ }, handler: () => ID },
    load: {
      filter: { id: /virtual:words$/ },
      async handler() {
        const files = await wordFiles();
        for (const name of files.keys()) this.addWatchFile(join(FOLDER, name));
        const words = read(files);
        if (!words.ok) throw new Error(MISTAKE + words.message);
        const printed = (_: string, value: unknown) => (typeof value === 'string' ? withWholeDates(value) : value);
        return { code: `export default ${JSON.stringify(words.value, printed)};`, map: null };
      },
    },
    transform: {
      filter: { id: /src\/content\/[^/]+\.md(?:\?|$)/ },
      async handler(code, id) {
        const files = await wordFiles();
        for (const name of files.keys()) if (/^(?:site|facts\/)/.test(name)) this.addWatchFile(join(FOLDER, name));
        const words = read(files);
        // What is wrong with the words is said where they are loaded.
        if (!words.ok) return null;
        // Both modules hold the text as a literal of JavaScript: the raw one as it is, Astro's as HTML.
        const inHtml = id.endsWith('.md');
        const written = (name: string) => JSON.stringify(inHtml ? inMarkup(name) : name).slice(1, -1);
        return { code: fillPlaceholders(code, placeholdersOf(words.value), written), map: null };
      },
    },
  };
}
