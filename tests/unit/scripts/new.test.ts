import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../support/rig.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
  const parts = [
    'src',
    'scripts',
    'package.json',
    'tests/fixtures',
    'tests/unit/service/entities.test.ts',
    'tests/contract/client.test.ts',
  ];
  const isSample = (path: string) => path.startsWith(join(ROOT, 'scripts/content-service/content'));
  for (const part of parts)
    cpSync(join(ROOT, part), join(folder.path, part), { recursive: true, filter: (path) => !isSample(path) });
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
});
afterAll(() => folder.remove());

const read = (path: string) => readFileSync(join(folder.path, path), 'utf8');

/** With names that no school has: the test holds where the README's examples were made. */
function make(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder.path, 'scripts/new.ts'), ...args], {
    encoding: 'utf8',
  });
  return { status, stderr, made: stdout.trim().split('\n') };
}

test('a collection has its files in their rooms, its line in the registry, and stands in what is made of them', () => {
  const { status, made } = make('collection', 'sundials');
  expect(status).toBe(0);
  for (const path of [
    'src/service/schemas/sundialsItem.ts',
    'src/collections/sundials.ts',
    'src/collections/sundials.list.tsx',
    'src/pages/Sundials.astro',
    'scripts/content-service/content/sundials.yaml',
    'scripts/content-service/API.md',
    'scripts/content-service/openapi.json',
    'netlify.toml',
  ]) {
    expect(made).toContain(path);
    expect(existsSync(join(folder.path, path))).toBe(true);
  }
  for (const path of made.slice(0, 4)) expect(read(path)).not.toMatch(/alumn|pupil/i);
  const names = [...read('src/collections/registry.ts').matchAll(/export \{ (\w+) \}/g)].map(([, name]) => name);
  expect(names).toContain('sundials');
  expect(names).toEqual([...names].sort());
  expect(read('scripts/content-service/API.md')).toContain('`GET /api/sundials/{code}`');
  expect(read('netlify.toml')).toContain('/Sundials');
});

test('a page has its file and its route', () => {
  expect(make('page', 'Observatory').status).toBe(0);
  expect(read('src/pages/Observatory.astro')).toContain('<Page title="Observatory"');
  expect(read('src/lib/routes.ts')).toContain("  '/Observatory',\n");
});

test.each([
  [['page', 'library'], 'NAME of a page is letters and digits that begin with a capital, not "library".'],
  [['page', 'About'], 'There is a page /About already: choose another name.'],
  [['collection', 'news'], 'There is a page /News already: choose another name.'],
  [['collection', 'highlight'], 'src/collections/highlight.ts is there already: choose another name.'],
  [['menu', 'x'], 'Make a "page" or a "collection", not "menu".'],
])('%j is refused in one line, and nothing is written', (args, line) => {
  const before = read('src/lib/routes.ts') + read('src/collections/registry.ts');
  expect(make(...args)).toEqual({ status: 1, stderr: `${line}\n`, made: [''] });
  expect(read('src/lib/routes.ts') + read('src/collections/registry.ts')).toBe(before);
});
