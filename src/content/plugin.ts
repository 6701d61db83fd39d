import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'astro';
import { MISTAKE } from '../lib/mistake.ts';
import { fillNames, namesOf } from './names.ts';
import { readWords } from './read.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ID = '\0virtual:words';

/** The text of each file of words in this folder, by name with ending, sorted by code unit. */
export async function wordFiles(): Promise<Map<string, string>> {
  const names = (await readdir(FOLDER)).filter((name) => /\.(yaml|md)$/.test(name)).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const)));
}

/** What is wrong with the words, as the compile will say it; null: nothing. */
export async function mistakeInWords(): Promise<string | null> {
  const words = readWords(await wordFiles());
  return words.ok ? null : MISTAKE + words.message;
}

const escaped = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Vite plugin: fills the school's names into the bodies of the Markdown files, which Astro reads and renders. */
export function namesInMarkdown(): Plugin {
  const site = join(FOLDER, 'site.yaml');
  return {
    name: 'names-in-markdown',
    transform: {
      filter: { id: /src\/content\/[^/]+\.md(?:\?|$)/ },
      async handler(code, id) {
        this.addWatchFile(site);
        const names = namesOf(await readFile(site, 'utf8'));
        // Both modules hold the text as a literal of JavaScript: the raw one as it is, Astro's as HTML.
        const inHtml = id.endsWith('.md');
        const written = (name: string) => JSON.stringify(inHtml ? escaped(name) : name).slice(1, -1);
        return { code: fillNames(code, names, written), map: null };
      },
    },
  };
}

/**
 * Vite plugin: the module `virtual:words`, the words of all static pages. They are checked once, when the site is
 * compiled: neither YAML nor schemas are loaded when pages are rendered. Markdown bodies are Astro's.
 */
export function wordsModule(): Plugin {
  return {
    name: 'words',
    resolveId: { filter: { id: /^virtual:words$/ }, handler: () => ID },
    load: {
      filter: { id: /virtual:words$/ },
      async handler() {
        const files = await wordFiles();
        for (const name of files.keys()) this.addWatchFile(join(FOLDER, name));
        const words = readWords(files);
        if (!words.ok) throw new Error(MISTAKE + words.message);
        return { code: `export default ${JSON.stringify(words.value)};`, map: null };
      },
    },
  };
}
