import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { changedSite, firstSite, openDatabase } from '../../support/memorySite.ts';
import { readTree, sorted, temporaryFolder } from '../../support/trees.ts';

const CHILD = fileURLToPath(new URL('./crashChild.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const open = () =>
  new LockedEngine({
    database: openDatabase(join(folder.path, 'cache')),
    cacheDir: join(folder.path, 'cache'),
    distDir: join(folder.path, 'dist'),
  });

function served(engine: LockedEngine, tree: ReadonlyMap<string, string>): boolean {
  const live = engine.live();
  const isServed = ([path, text]: [string, string]) =>
    readFileSync(live?.lookup(`/${path}`)?.file ?? '/nowhere', 'utf8') === text;
  const files = [...(live?.files() ?? [])];
  return files.length === tree.size && [...tree.keys()].every((path) => live?.lookup(`/${path}`)) && [...tree].every(isServed);
}

/** Scripts, data files and pictures that pages name and the tree lacks. */
function lostAssets(tree: ReadonlyMap<string, string>): string[] {
  const pages = [...tree].filter(([path]) => path.endsWith('.html'));
  const named = pages.flatMap(([, html]) =>
    [...html.matchAll(/\/((?:app|data\/|media\/)[^"\s]*)/g)].map(([, path = '']) => path),
  );
  return named.filter((path) => !tree.has(path));
}

function killAt(at: string): void {
  const environment = { ...process.env, ENGINE_FOLDER: folder.path, ENGINE_KILL_AT: at };
  expect(spawnSync(process.execPath, [CHILD], { env: environment }).signal).toBe('SIGKILL');
}

test.each(['live', 'installed 5', 'removed'])(
  'killed at "%s", the next rebuild reports what it removes of the release before',
  async (at) => {
    const media = join(folder.path, 'media');
    const first = open();
    await first.rebuild(firstSite(media).world());
    killAt(at);
    const before = readTree(join(folder.path, 'dist'));
    const engine = open();
    const result = await engine.rebuild(changedSite(media).world());
    const after = readTree(join(folder.path, 'dist'));
    const gone = [...before.keys()].filter((path) => !after.has(path)).sort();
    expect(gone).not.toEqual([]);
    expect(result).toMatchObject({ ok: true, value: { removed: gone } });
  },
);

test.each([
  'planned',
  'stored',
  'stored 7',
  'rendered',
  'assets-resolved',
  'checked',
  'recorded',
  'live',
  'installed',
  'installed 5',
  'installed 12',
  'removed',
  'removed 3',
  'dist-complete',
])(
  'killed at "%s", the old or the new release is served whole, pages find their assets, and the next start converges',
  async (at) => {
    const media = join(folder.path, 'media');
    const before = firstSite(media).world();
    const after = changedSite(media).world();
    const first = open();
    expect(await first.rebuild(before)).toMatchObject({ ok: true });

    killAt(at);
    const isLive = !['planned', 'stored', 'rendered', 'assets-resolved', 'checked', 'recorded'].includes(at.split(' ')[0] ?? '');
    expect(served(open(), (isLive ? after : before).tree())).toBe(true);
    expect(lostAssets(readTree(join(folder.path, 'dist')))).toEqual([]);

    const engine = open();
    await engine.repair();
    expect(sorted(readTree(join(folder.path, 'dist')))).toEqual(sorted((isLive ? after : before).tree()));
    const result = await engine.rebuild(after);
    expect(result).toMatchObject({ ok: true, value: { state: isLive ? 'unchanged' : 'published' } });
    expect(sorted(readTree(join(folder.path, 'dist')))).toEqual(sorted(after.tree()));
  },
);
