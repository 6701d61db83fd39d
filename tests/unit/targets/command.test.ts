import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { commandTarget } from '../../../src/targets/command.ts';
import { deploy, openTarget } from '../../../src/targets/deploy.ts';
import { recordsIn } from '../../../src/targets/ledger.ts';
import { type MemoryReleases, memoryReleases } from '../../support/memorySite.ts';
import { readTree, sorted } from '../../support/trees.ts';

let site: MemoryReleases;
beforeEach(async () => {
  site = await memoryReleases();
});
afterEach(() => site.remove());

const said: string[] = [];
const run = (
  command: string,
  signal?: AbortSignal,
  onLine: (line: string) => void = (line) => said.push(line),
  isWhole?: 'unasked',
) => {
  const { engine, cacheDir, distDir } = site;
  const target = commandTarget(command, distDir, onLine, (name) => recordsIn(join(cacheDir, digestOf(name))));
  return deploy({
    engine,
    cacheDir,
    target,
    backOff: 1,
    onRetry: (line) => said.push(line),
    ...(signal && { signal }),
    ...(isWhole && { isWhole }),
  });
};

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a command of the operator', () => {
  test('finds the published tree, the release and what changed', async () => {
    const copy = join(site.cacheDir, 'copy');
    const command = `mkdir -p '${copy}' && cp -r "$DIST_DIR/." '${copy}' && cp "$CHANGED_FILES" '${site.cacheDir}/changed' && printf %s "$RELEASE" > '${site.cacheDir}/release'`;
    expect((await run(command)).ok).toBe(true);
    expect(sorted(readTree(copy))).toEqual(sorted(readTree(site.distDir)));
    const changed = () => readFileSync(join(site.cacheDir, 'changed'), 'utf8').trimEnd().split('\n');
    expect(changed()).toEqual([...readTree(site.distDir).keys()].sort());
    expect(readFileSync(join(site.cacheDir, 'release'), 'utf8')).toBe(site.engine.live()?.release);
    const before = changed();
    await site.publish('Another title');
    await run(command);
    expect(changed().length).toBeLessThan(before.length / 2);
  });

  test('is told what to remove, and all files, when the cache was deleted or the command edited since', async () => {
    const { engine, cacheDir, distDir } = site;
    const [told, dataDir] = [join(distDir, '../told'), join(distDir, '../data')];
    const live = (files: Record<string, string>) => ({
      release: digestOf(JSON.stringify(files)),
      files: () => Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), size: text.length, file: path })),
    });
    const hand = (files: Record<string, string>, folder: string, edit = '') => {
      const settings = { siteUrl: 'https://school.example', state: null, dataDir, cacheDir: folder, distDir, onLine() {} };
      const target = openTarget(
        { target: 'command', minInterval: 1, command: `cat "$CHANGED_FILES" "$REMOVED_FILES" > '${told}'${edit}` },
        settings,
      );
      const of = live(files);
      return deploy({ engine: { read: engine.read, live: () => of, inDist: () => of.release }, cacheDir: folder, target });
    };
    await hand({ 'index.html': 'home', 'News/item/n5.html': 'news' }, cacheDir);
    const another = join(cacheDir, 'another');
    await hand({ 'index.html': 'home' }, another);
    expect(readFileSync(told, 'utf8')).toBe('index.html\nNews/item/n5.html\n');
    await hand({ 'index.html': 'home', 'media/1.webp': 'picture' }, another);
    // A command that fails is edited again.
    await hand({ 'index.html': 'home' }, another, '; false');
    await hand({ 'index.html': 'home' }, another, '; true');
    expect(readFileSync(told, 'utf8')).toBe('index.html\nmedia/1.webp\n');
    // Edited back.
    await hand({ 'index.html': 'home', 'media/2.webp': 'picture' }, another, '; true');
    await hand({ 'index.html': 'home' }, another);
    expect(readFileSync(told, 'utf8')).toBe('index.html\nmedia/1.webp\nmedia/2.webp\n');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test('is heard line by line, whether it ends its last line or not', async () => {
    said.length = 0;
    await run(`echo one; echo two >&2; printf three`);
    expect(said.toSorted()).toEqual(['one', 'three', 'two']);
  });

  test('does not run while the published tree is not the live release, which another one of this cache may have published', async () => {
    const copied = join(site.cacheDir, 'copied');
    const command = `rm -rf '${copied}' && cp -r "$DIST_DIR" '${copied}'`;
    await run(command);
    await site.publish('By another folder', site.open(join(site.cacheDir, 'another')));
    expect(await run(command)).toMatchObject({
      ok: false,
      reason: 'transient',
      message: expect.stringMatching(/^dist\/ does not hold/),
    });
    await site.engine.repair();
    expect((await run(command)).ok).toBe(true);
    expect(sorted(readTree(copied))).toEqual(sorted(readTree(site.distDir)));
    expect([...readTree(copied).values()].join()).toContain('By another folder');
  });

  test('runs again when it has been another one meanwhile, as both may fill one place', async () => {
    const place = join(site.cacheDir, 'place');
    const [one, other] = ['', ' --archive'].map((flag) => `cp -r${flag} "$DIST_DIR/." '${place}'`);
    mkdirSync(place);
    await run(one ?? '');
    await site.publish('Another title');
    await run(other ?? '');
    await site.engine.rollback();
    await run(one ?? '');
    expect(sorted(readTree(place))).toEqual(sorted(readTree(site.distDir)));
  });

  test('runs again after a withdrawal, whatever is recorded', async () => {
    const count = join(site.cacheDir, 'count');
    const command = `wc -l < "$CHANGED_FILES" >> '${count}'`;
    await run(command);
    await run(command, undefined, undefined, 'unasked');
    const [first, again] = readFileSync(count, 'utf8').trim().split('\n');
    expect(again).toBe(first);
  });

  test('during which another release is published has not failed; the next one hands over everything', async () => {
    const [begun, go, changed] = ['begun', 'go', 'changed'].map((name) => join(site.cacheDir, name));
    const command = `cp "$CHANGED_FILES" '${changed}'; touch '${begun}'; until [ -e '${go}' ]; do sleep 0.05; done`;
    const running = run(command);
    await expect.poll(() => existsSync(begun ?? '')).toBe(true);
    await site.publish('While it ran');
    writeFileSync(go ?? '', '');
    expect((await running).ok).toBe(true);
    expect((await run(command)).ok).toBe(true);
    const all = readFileSync(changed ?? '', 'utf8')
      .trimEnd()
      .split('\n');
    expect(all).toEqual(expect.arrayContaining([...readTree(site.distDir).keys()]));
  });

  test('does not run when nothing changed', async () => {
    const count = join(site.cacheDir, 'count');
    const command = `echo x >> '${count}'`;
    await run(command);
    await run(command);
    expect(readFileSync(count, 'utf8')).toBe('x\n');
  });

  test('has ended when it ends, whatever it leaves running with its output open', async () => {
    const left = join(site.cacheDir, 'left');
    expect((await run(`sleep 600 & echo $! > '${left}'`)).ok).toBe(true);
    process.kill(Number(readFileSync(left, 'utf8')));
  });

  test('ends with its program, whatever ends that: nothing older is put over newer releases afterwards', async () => {
    const started = join(site.cacheDir, 'started');
    const program = `
      import { commandTarget } from ${JSON.stringify(new URL('../../../src/targets/command.ts', import.meta.url).href)};
      const target = commandTarget('echo $$ > "' + process.argv[1] + '"; sleep 600; true', '', console.log, () => null);
      await target.open(new AbortController().signal).upload({ changed: [], removed: [], release: 'one' });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, started], { stdio: 'inherit' });
    await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toMatch(/\d+\n/);
    const pid = Number(readFileSync(started, 'utf8'));
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test.each(['', '& wait'])(
    'is ended, with what it started, when that does not listen to a stop (%j)',
    { timeout: 15_000 },
    async (how) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const stop = new AbortController();
      const deaf = join(site.cacheDir, 'deaf');
      const command = `sh -c 'trap "" TERM; echo $$ > "${deaf}"; echo started; while :; do sleep 1; done' ${how}`;
      const stopAndWait = () => {
        stop.abort();
        vi.advanceTimersByTime(5000);
      };
      expect(await run(command, stop.signal, stopAndWait)).toMatchObject({ ok: false, reason: 'stopped' });
      const stat = `/proc/${readFileSync(deaf, 'utf8').trim()}/stat`;
      // Ended, and perhaps not yet taken note of.
      await expect.poll(() => (existsSync(stat) ? readFileSync(stat, 'utf8') : 'Z')).toMatch(/^Z|\) Z /);
    },
  );

  test('that fails is tried three times, which is told, then told with its last line; the next deploy tries again', async () => {
    said.length = 0;
    const count = join(site.cacheDir, 'count');
    const done = await run(`echo x >> '${count}'; echo 'host unreachable' >&2; exit 23`);
    expect(done).toMatchObject({ ok: false, message: 'DEPLOY_COMMAND ended with status 23: host unreachable' });
    expect(readFileSync(count, 'utf8')).toBe('x\nx\nx\n');
    const retried = 'DEPLOY_COMMAND ended with status 23: host unreachable. It is tried again.';
    expect(said).toEqual(['host unreachable', retried, 'host unreachable', retried, 'host unreachable']);
    expect(await run(`test -n "$RELEASE"`)).toMatchObject({ ok: true });
  });
});
