import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Rooms whose types are open to every room but those that know no school: types come from the schemas. */
const OPEN_TYPES = ['collections', 'service/schemas'];
const KNOW_NO_SCHOOL: readonly string[] = ['lib', 'database', 'engine'];

/** What each room of `src` may import from other rooms. `lib` and `types` are open to all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  types: [],
  styles: [],
  pictures: [],
  stores: [],
  cards: [],
  database: [],
  engine: ['database', 'targets/dist', 'targets/tree'],
  media: ['database', 'engine/types'],
  service: ['collections'],
  collections: ['cards', 'service/schemas'],
  snapshot: ['collections', 'database', 'engine/traces', 'engine/types', 'media/store', 'service'],
  islands: ['collections', 'cards', 'forms', 'stores', 'service/schemas/fields'],
  components: ['collections', 'components', 'islands', 'cards', 'styles', 'content/schemas', 'content/words'],
  layouts: ['collections', 'components', 'islands', 'cards', 'styles', 'content'],
  content: [],
  forms: [],
  pages: ['collections', 'layouts', 'components', 'islands', 'cards', 'content', 'styles'],
  gateway: ['forms', 'service'],
  render: ['cards', 'collections', 'database', 'engine/types', 'snapshot'],
  state: ['database', 'engine', 'media/withdrawals', 'targets/ledger', 'targets/s3', 'targets/s3Client'],
  site: [
    'collections',
    'database',
    'content/names',
    'content/plugin',
    'service',
    'snapshot',
    'media',
    'engine',
    'render',
    'gateway',
    'state',
    'targets/s3Client',
  ],
  worker: ['collections', 'database', 'desk', 'engine', 'forms', 'gateway', 'site'],
  desk: ['collections', 'content', 'engine', 'forms', 'gateway', 'site'],
  hosting: ['collections', 'service', 'snapshot/sync/split'],
  targets: ['database', 'engine', 'hosting'],
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

const IMPORTS = /(?:^import (type )[^;]*?from|from|import)\s*\(?\s*['"](\.[^'"]+)['"]/gm;

interface Import {
  readonly target: string;
  readonly typesOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORTS)].map(([, type, path = '']) => ({
    target: relative(ROOT, join(dirname(file), path)).replaceAll('\\', '/'),
    typesOnly: type !== undefined,
  }));
}

function mayImport(room: string, { target, typesOnly }: Import): boolean {
  const inside = target.replace(/^src\//, '');
  const open = typesOnly && !KNOW_NO_SCHOOL.includes(room) ? OPEN_TYPES : [];
  const rooms = [room, 'lib', 'types', ...open, ...(MAY_IMPORT[room] ?? [])];
  return rooms.some((allowed) => inside === allowed || inside.startsWith(`${allowed}/`) || inside.startsWith(`${allowed}.`));
}

test('each room imports only what the design lets it import', () => {
  const broken: string[] = [];
  for (const file of codeFiles(join(ROOT, 'src'))) {
    const [, room = ''] = relative(ROOT, file).split('/');
    if (room.includes('.')) continue;
    for (const found of importsOf(file)) {
      if (!found.target.startsWith('src/') || !mayImport(room, found))
        broken.push(`${relative(ROOT, file)} imports ${found.target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every room has its rules', () => {
  const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map((room) => room.name).filter((name) => !(name in MAY_IMPORT))).toEqual([]);
});

/** A circle of imports that can be reached from a file, types included; null: there is none. `done`: files known to lead to none. */
function circleFrom(
  file: string,
  imports: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
  way: readonly string[] = [],
): string | null {
  const begun = way.indexOf(file);
  if (begun >= 0) return [...way.slice(begun), file].join(' > ');
  if (done.has(file)) return null;
  for (const target of imports.get(file) ?? []) {
    const circle = circleFrom(target, imports, done, [...way, file]);
    if (circle) return circle;
  }
  done.add(file);
  return null;
}

test('no file imports itself by way of others, not even for types', () => {
  const files = [...codeFiles(join(ROOT, 'src'))];
  const imports = new Map(files.map((file) => [relative(ROOT, file), importsOf(file).map(({ target }) => target)]));
  const done = new Set<string>();
  expect([...imports.keys()].flatMap((file) => circleFrom(file, imports, done) ?? [])).toEqual([]);
  expect(
    circleFrom(
      'a',
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
      new Set(),
    ),
  ).toBe('b > c > b');
});
