import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { type DeployOptions, deploy, openTarget } from '../../../src/targets/deploy.ts';
import { folderTarget } from '../../../src/targets/folder.ts';
import { Tree } from '../../../src/targets/tree.ts';
import { readTree, temporaryFolder } from '../../support/trees.ts';

const FIRST = { 'index.html': 'home', 'News/2025-03.html': 'march', 'media/a/1.webp': 'picture' };
const SECOND = { 'index.html': 'home, changed', 'News.html': 'news' };

let here: ReturnType<typeof temporaryFolder>;
let folder: string;
beforeEach(() => {
  here = temporaryFolder();
  folder = join(here.path, 'www');
});
afterEach(() => here.remove());

function options(files: Record<string, string>, machine = 'one'): DeployOptions {
  const list = Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), size: text.length, file: path }));
  const cacheDir = join(here.path, machine);
  return {
    engine: {
      live: () => ({ release: digestOf(JSON.stringify(files)), files: () => list }),
      read: async ({ path }) => new TextEncoder().encode(files[path]),
      encoded: async ({ path }, how) => (how === 'gzip' && path.endsWith('.html') ? gzipSync(files[path] ?? '') : null),
    },
    cacheDir,
    target: folderTarget(folder),
  };
}

/** Without the record of what was deployed. */
const published = () => [...readTree(folder).keys()].filter((path) => !path.startsWith('.deploy')).sort();

const copy = (path: string) => gunzipSync(readFileSync(join(folder, path))).toString();

test('the folder holds the release with its compressed copies, and nothing of an earlier one', async () => {
  expect(await deploy(options(FIRST))).toMatchObject({ ok: true });
  expect(published()).toEqual(
    ['News/2025-03.html', 'News/2025-03.html.gz', 'index.html', 'index.html.gz', 'media/a/1.webp'].sort(),
  );
  const again = await deploy(options(SECOND));
  expect(again).toMatchObject({ ok: true, value: { removed: ['News/2025-03.html', 'media/a/1.webp'] } });
  expect(published()).toEqual(['News.html', 'News.html.gz', 'index.html', 'index.html.gz']);
  expect(copy('index.html.gz')).toBe('home, changed');
  expect(existsSync(join(folder, 'media'))).toBe(false);
});

// Root may list any folder: continuous integration runs this file by another user as well.
test('a folder of somebody else that may not be listed is left alone', async () => {
  mkdirSync(join(folder, 'lost+found'), { recursive: true });
  chmodSync(join(folder, 'lost+found'), 0);
  expect(await deploy(options(FIRST))).toMatchObject({ ok: true });
  expect(await deploy(options(SECOND))).toMatchObject({ ok: true });
  chmodSync(join(folder, 'lost+found'), 0o700);
  expect(published()).toEqual(['News.html', 'News.html.gz', 'index.html', 'index.html.gz']);
});

test('a withdrawn file that somebody has put back into the folder goes with the next deploy', async () => {
  const withdrawn = async () => ['/files/0123456789ab/'];
  const path = 'files/0123456789ab/list.pdf';
  await deploy(options({ ...FIRST, [path]: 'a list' }));
  await deploy({ ...options(FIRST), withdrawn });
  expect(published()).not.toContain(path);
  mkdirSync(join(folder, 'files/0123456789ab'), { recursive: true });
  writeFileSync(join(folder, path), 'a list');
  expect(await deploy({ ...options(FIRST), withdrawn })).toMatchObject({ ok: true, value: { removed: [path] } });
  expect(published()).not.toContain(path);
});

test('pages and data that somebody has put back go with the next deploy, what is somebody’s own stays', async () => {
  await deploy(options(SECOND));
  mkdirSync(join(folder, 'data/news'), { recursive: true });
  mkdirSync(join(folder, 'News/item'), { recursive: true });
  const gone = ['News/item/secret.html', 'data/news/2026-10.0123456789ab.json'];
  for (const path of [...gone, 'own.html', 'News/own.pdf']) writeFileSync(join(folder, path), 'x');
  await deploy(options({ ...SECOND, 'data/news/2026-11.0123456789ab.json': '[]' }));
  expect(published()).toEqual(expect.arrayContaining(['own.html', 'News/own.pdf']));
  for (const path of gone) expect(published()).not.toContain(path);
});

test('only differences are written', async () => {
  await deploy(options(FIRST));
  expect(await deploy(options({ ...FIRST, 'index.html': 'other' }))).toMatchObject({
    value: { changed: [expect.objectContaining({ path: 'index.html' })] },
  });
  expect(await deploy(options({ ...FIRST, 'index.html': 'other' }))).toMatchObject({ value: { changed: [], removed: [] } });
});

test('a copy that was cut off is completed by the next one, also on the way back', async () => {
  await deploy(options(FIRST));
  const cut = options({ ...FIRST, 'index.html': 'never whole' });
  const broken = { ...cut, engine: { ...cut.engine, read: async () => null } };
  expect(await deploy(broken)).toMatchObject({ ok: false });
  writeFileSync(join(folder, 'index.html'), 'never whole');
  await deploy(options(FIRST));
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('home');
  expect(copy('index.html.gz')).toBe('home');
});

test('a release from which a purge takes a file while it is copied gives way to the one in its place at once', async () => {
  const [before, after] = [options(FIRST).engine, options(SECOND).engine];
  let engine = before;
  const purgedMeanwhile = {
    live: () => engine.live(),
    read: async (file: Parameters<typeof before.read>[0]) => {
      const isPurged = engine === before;
      engine = after;
      return isPurged ? null : after.read(file);
    },
  };
  expect(await deploy({ ...options(FIRST), engine: purgedMeanwhile })).toMatchObject({ ok: true });
  expect(published()).toEqual(['News.html', 'index.html']);
});

test("what is not the site's stays, also when nothing is recorded or a copy was cut off", async () => {
  const own = ['verification.html', 'News/own.pdf', 'Gallery/holiday.jpg', 'files/thesis.doc', 'data/accounts.xls'];
  for (const path of own) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), "the operator's");
  }
  await deploy(options({ ...FIRST, 'Gallery.html': 'albums', 'files/a/1.pdf': 'a', 'data/a.json': '[]' }));
  rmSync(join(folder, '.deployed.json'));
  const cut = options(SECOND);
  await deploy({ ...cut, engine: { ...cut.engine, read: async () => null } });
  expect(await deploy(options(SECOND))).toMatchObject({ ok: true });
  expect(published()).toEqual(expect.arrayContaining(own));
  expect(existsSync(join(folder, 'News/2025-03.html'))).toBe(false);
});

test('of two machines that fill one folder each knows what the other one has put there', async () => {
  await deploy(options(FIRST, 'one'));
  await deploy(options(SECOND, 'two'));
  expect(published()).toEqual(['News.html', 'News.html.gz', 'index.html', 'index.html.gz']);
  await deploy(options(FIRST, 'one'));
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('home');
  // A withdrawn picture that the other one has put there.
  const { 'media/a/1.webp': _, ...rest } = FIRST;
  await deploy({ ...options(rest, 'two'), withdrawn: async () => ['/media/a/'] });
  expect(existsSync(join(folder, 'media'))).toBe(false);
});

test('one deploy at a time fills the folder: another one waits, and says so when it waits for long', async () => {
  const slow = options(FIRST, 'one');
  const reading = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = deploy({
    ...slow,
    engine: {
      ...slow.engine,
      async read(file) {
        reading.resolve();
        await goOn.promise;
        return slow.engine.read(file);
      },
    },
  });
  await reading.promise;
  const other = options(SECOND, 'two');
  expect(await deploy({ ...other, signal: AbortSignal.timeout(50) })).toMatchObject({
    ok: false,
    message: 'Another deploy is under way. Try again when it has ended.',
  });
  const second = deploy(other);
  goOn.resolve();
  expect(await first).toMatchObject({ ok: true });
  expect(await second).toMatchObject({ ok: true });
  expect(published()).toEqual(['News.html', 'News.html.gz', 'index.html', 'index.html.gz']);
});

test('something else in place of the lock is no obstacle', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, '.deploying'), 'no lock');
  expect(await deploy(options(FIRST))).toMatchObject({ ok: true });
});

test.each([
  ['a named pipe', (path: string) => execFileSync('/usr/bin/mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a record without files', (path: string) => writeFileSync(path, '{"format": 1, "files": null}')],
])('%s in place of the record is no obstacle', async (_, make) => {
  mkdirSync(folder);
  make(join(folder, '.deployed.json'));
  expect(await deploy(options(FIRST))).toMatchObject({ ok: true });
  expect(await deploy(options(FIRST))).toMatchObject({ ok: true, value: { changed: [] } });
});

test('what somebody has removed or edited in the folder is put right by the next deploy', async () => {
  await deploy(options(FIRST));
  rmSync(join(folder, 'index.html'));
  writeFileSync(join(folder, 'News/2025-03.html'), 'edited');
  utimesSync(join(folder, 'News/2025-03.html'), new Date(), new Date(Date.now() + 60_000));
  await deploy(options(FIRST));
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('home');
  expect(readFileSync(join(folder, 'News/2025-03.html'), 'utf8')).toBe('march');
});

test.each([
  ['dist', 'dist/'],
  ['dist/www', 'dist/'],
  ['.', 'dist/'],
  ['/', 'dist/'],
  ['src/www', 'src/'],
  ['public', 'public/'],
  ['.cache', 'CACHE_DIR'],
  ['.data/submissions', 'DATA_DIR'],
])('a folder that holds what is not for everybody, or lies in it, is refused: %s', (given, of) => {
  const [distDir, cacheDir] = [join(here.path, 'dist'), join(here.path, '.cache')];
  const open = (name: string) =>
    openTarget(
      { target: 'folder', minInterval: 1, folder: name },
      { cacheDir, dataDir: '.data', distDir, siteUrl: 'https://school.example', state: null, onLine() {} },
    );
  expect(() => open(given)).toThrow(`DEPLOY_FOLDER is served to everybody: it must be a folder of its own, not in ${of} nor`);
  expect(open('distribution').name).toBe(`folder ${join(here.path, 'distribution')}`);
});

test('a web server’s user can read what was written, however strict the umask is under which it was', () => {
  mkdirSync(folder, { mode: 0o700 });
  new Tree(folder, '.incoming').put('News/item/a.html', (staged) => writeFileSync(staged, 'a', { mode: 0o600 }));
  const modes = ['.', 'News', 'News/item', 'News/item/a.html'].map((path) => statSync(join(folder, path)).mode & 0o055);
  // The operator's own folder is as it was.
  expect(modes).toEqual([0, 0o055, 0o055, 0o044]);
});
