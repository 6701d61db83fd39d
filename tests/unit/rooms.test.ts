import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** What each room of `src` may import from other rooms. `lib` and `types` are open to all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  types: [],
  styles: [],
  stores: [],
  cards: [],
  engine: [],
  media: [],
  service: [],
  snapshot: ['service', 'media'],
  islands: ['cards', 'stores', 'service/schemas/forms', 'service/schemas/fields'],
  components: ['components', 'islands', 'cards', 'styles', 'content/schemas', 'content/words'],
  layouts: ['components', 'islands', 'cards', 'styles', 'content'],
  content: [],
  pages: ['layouts', 'components', 'islands', 'cards', 'content', 'styles'],
  gateway: ['service'],
  render: ['engine/types', 'snapshot'],
  site: ['service', 'snapshot', 'media', 'engine', 'render', 'gateway'],
  worker: ['engine', 'gateway', 'site'],
  hosting: ['service'],
  deploy: ['engine', 'hosting'],
  edge: [],
  functions: ['gateway', 'hosting'],
};

function* codeFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* codeFiles(path);
    else if (/\.(?:ts|tsx|astro|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, path = '']) => path);
  return found.map((path) => relative(ROOT, join(dirname(file), path)).replaceAll('\\', '/'));
}

function mayImport(room: string, target: string): boolean {
  const inside = target.replace(/^src\//, '');
  const rooms = [room, 'lib', 'types', ...(MAY_IMPORT[room] ?? [])];
  return rooms.some((allowed) => inside === allowed || inside.startsWith(`${allowed}/`) || inside.startsWith(`${allowed}.`));
}

test('each room imports only what the design lets it import', () => {
  const broken: string[] = [];
  for (const file of codeFiles(join(ROOT, 'src'))) {
    const [, room = ''] = relative(ROOT, file).split('/');
    if (room.includes('.')) continue;
    for (const target of importsOf(file)) {
      if (!target.startsWith('src/') || !mayImport(room, target)) broken.push(`${relative(ROOT, file)} imports ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every room has its rules', () => {
  const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map((room) => room.name).filter((name) => !(name in MAY_IMPORT))).toEqual([]);
});
