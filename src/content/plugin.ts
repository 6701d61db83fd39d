import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { ViteUserConfig } from 'astro';
import { readWords } from './read.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

/**
 * Turns the words into plain modules when the site is compiled: what a secretary writes is checked once, and neither
 * YAML nor schemas are loaded when pages are rendered. Markdown itself is Astro's; here only its head is checked.
 */
export function checkedWords(): Plugin {
  let root = '';
  const checked = async (id: string): Promise<unknown> => {
    const words = readWords(relative(root, id), await readFile(id, 'utf8'));
    if (!words.ok) throw new Error(words.message);
    return words.value;
  };
  return {
    name: 'checked-words',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    load: {
      filter: { id: /\/src\/content\/[^?]+\.yaml$/ },
      async handler(id) {
        return { code: `export default ${JSON.stringify(await checked(id))};`, map: null };
      },
    },
    transform: {
      filter: { id: /\/src\/content\/[^?]+\.md$/ },
      async handler(_code, id) {
        await checked(id);
        return null;
      },
    },
  };
}
